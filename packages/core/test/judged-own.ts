import type { JudgedSubjects, ThreatRating } from '../src/advice/advise-vulnerability.ts';
import { judgeLines } from '../src/advice/lines.ts';
import { preparePackage, prepareProduct } from '../src/advice/package-facts.ts';
import type { AdviceSubject } from '../src/advice/subjects.ts';
import type { CveFacts, SourceDocument } from '../src/dossier/facts.ts';
import { productKey } from '../src/dossier/subject-names.ts';
import type { MatchFacts } from '../src/matching/facts.ts';
import { readVulnerabilityRecord } from '../src/records/read-record.ts';
import type { NamedVersion } from '../src/remediation/model.ts';

interface Beside {
  /** Records of other vulnerabilities, each under its own id. */
  readonly others?: readonly SourceDocument[];
  readonly held?: readonly NamedVersion[];
  readonly ratings?: Readonly<Record<string, Partial<ThreatRating>>>;
  readonly collected?: readonly string[];
  /** Names of packages that are left unjudged, as those with too many statements are. */
  readonly unjudged?: readonly string[];
}

/** Judges the subjects of a CVE by its own records and those of others, as the service does from storage. */
export function judgeOwn(
  facts: CveFacts,
  { others = [], held = [], ratings = {}, collected = [], unjudged = [] }: Beside = {},
): JudgedSubjects {
  const own = [facts.cveList, facts.nvd, ...facts.osv, ...facts.advisories].filter((each) => each !== null);
  const statements = [...own, ...others].flatMap((document) => readVulnerabilityRecord(document).statements);
  const ids = [...new Set([facts.id, ...own.map(({ key }) => key)])];
  const judge = (subject: AdviceSubject) => {
    const about: MatchFacts = {
      question: { package: subject.name, version: null, ecosystem: subject.ecosystem },
      collection: [],
      issues: [],
      found: statements.flatMap((assertion) =>
        assertion.subject.ecosystem === subject.ecosystem &&
        productKey(assertion.subject.name) === productKey(subject.name)
          ? [{ assertion, sha256: null }]
          : [],
      ),
      aliases: [{ id: facts.id, ids }],
      records: [],
      sources: [{ source: 'osv', state: 'ok' }],
    };
    const known = subject.ecosystem === null ? prepareProduct(about) : preparePackage(about, held);
    return known === null ? null : judgeLines({ ...known, held }, new Set(ids));
  };
  return {
    linesOf: (subject) => (unjudged.includes(subject.name) ? null : judge(subject)),
    rate: ({ id }) => ({ severity: null, kev: false, ...ratings[id] }),
    collected,
  };
}
