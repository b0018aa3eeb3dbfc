import { cveListMetadata } from '../records/cve-list.ts';
import { shortened } from '../records/text.ts';
import type { SeverityOrigin } from '../scores/severity.ts';
import { sourceName } from '../sources/source-name.ts';
import type { AssessedSentence } from './assessed-sentence.ts';
import { disputesOf } from './dispute.ts';
import type { Dossier } from './dossier.ts';
import { exploitSignals } from './exploit-signals.ts';
import { harmInWords, reachInWords } from './vector-words.ts';
import { weaknessInWords } from './weakness-words.ts';

export interface Assessment {
  readonly generator: 'deterministic';
  readonly sentences: readonly AssessedSentence[];
}

/** So many packages are spoken of, and so much of a description is quoted. */
const MAX_PACKAGES = 3;
const MAX_QUOTE = 400;

/** What the evidence says, in plain sentences. It holds no number and no id that the facts do not hold. */
export function assessmentOf(dossier: Dossier): Assessment {
  return {
    generator: 'deterministic',
    sentences: [
      ...stateSentences(dossier),
      ...disputeSentences(dossier),
      ...descriptionSentences(dossier),
      ...severitySentences(dossier),
      ...weaknessSentences(dossier),
      ...packageSentences(dossier),
      ...exploitSentences(dossier),
      ...conflictSentences(dossier),
      ...adviceSentences(dossier),
    ],
  };
}

function stateSentences({ evidence, canonical }: Dossier): AssessedSentence[] {
  const { facts, verdict, records } = evidence;
  const other = facts.kev !== null ? 'kev' : facts.epss !== null ? 'epss' : 'cve_services';
  const source = facts.cveList === null ? (records[0]?.source ?? other) : 'cve_list_v5';
  const record = facts.cveList === null ? (records[0]?.id ?? facts.id) : facts.id;
  const where = { source, record, field: source === 'cve_list_v5' ? 'cveMetadata.state' : 'state' };
  const sentences: AssessedSentence[] = [{ text: `${canonical.id}: ${verdict.reason}`, evidence: [where] }];
  const replacedBy = facts.cveList === null ? [] : cveListMetadata(facts.cveList.value).replacedBy;
  if (canonical.availability === 'rejected' || canonical.availability === 'withdrawn') {
    sentences.push({ text: 'Do not use it for remediation.', evidence: [where] });
  }
  if (canonical.availability === 'rejected' && replacedBy.length > 0) {
    const text = `Replaced by ${replacedBy.slice(0, MAX_PACKAGES).join(', ')}.`;
    sentences.push({ text, evidence: [{ ...where, field: 'containers.cna.replacedBy' }] });
  }
  return sentences;
}

function disputeSentences({ evidence }: Dossier): AssessedSentence[] {
  const pointers = disputesOf(evidence);
  if (pointers.length === 0) return [];
  return [{ text: 'Disputed: some parties say this is not a vulnerability.', evidence: pointers }];
}

/** The best description there is, fenced as what it is. */
function descriptionSentences({ evidence, canonical }: Dossier): AssessedSentence[] {
  const { description } = canonical;
  const author = evidence.records.find((record) => record.description === description);
  if (description === null || author === undefined) return [];
  const where = { source: author.source, record: author.id, field: 'description' };
  return [{ text: shortened(description, MAX_QUOTE), evidence: [where], quoted: true }];
}

const RATED_BY: Readonly<Record<SeverityOrigin, string>> = {
  cna: 'The assigning authority',
  adp: 'CISA',
  reviewed_advisory: 'A reviewed advisory',
  nvd: 'NVD',
  osv: 'An OSV record',
  distribution: 'A distribution',
  word: 'A source',
};

function severitySentences({ evidence, canonical }: Dossier): AssessedSentence[] {
  if (canonical.availability !== 'published' && canonical.availability !== 'partial') return [];
  const { chosen, authors } = evidence.severity;
  if (chosen === null) return [{ text: 'Severity unknown: no source rates it.', evidence: [] }];
  const author = authors.find(({ value }) => value.source === chosen.source && value.vector === chosen.vector);
  const where = { source: chosen.source, record: author?.record ?? evidence.facts.id, field: 'severity' };
  const score = chosen.publishedScore === null ? '' : `, with a score of ${chosen.publishedScore}`;
  const sentences: AssessedSentence[] = [
    { text: `${RATED_BY[chosen.origin]} rates it ${chosen.rating}${score}.`, evidence: [where] },
  ];
  const vector = { ...where, field: 'cvssVector' };
  const reach = chosen.vector === null ? null : reachInWords(chosen.vector);
  if (reach !== null)
    sentences.push({ text: `According to its vector, it can be attacked ${reach}.`, evidence: [vector] });
  const harm = chosen.vector === null ? null : harmInWords(chosen.vector);
  if (harm !== null)
    sentences.push({ text: `According to its vector, a successful attacker can ${harm}.`, evidence: [vector] });
  return sentences;
}

function weaknessSentences({ evidence, canonical }: Dossier): AssessedSentence[] {
  const cwes = canonical.cwes.slice(0, MAX_PACKAGES);
  if (cwes.length === 0) return [];
  const naming = evidence.live.filter(({ weaknesses }) =>
    weaknesses.some(({ cwes: named }) => cwes.some((cwe) => named.includes(cwe))),
  );
  return [
    {
      text: `Weakness: ${cwes.map(weaknessInWords).join('; ')}.`,
      evidence: naming.map(({ source, id }) => ({ source, record: id, field: 'weaknesses' })),
    },
  ];
}

function packageSentences({ evidence, canonical }: Dossier): AssessedSentence[] {
  if (canonical.availability !== 'published' && canonical.availability !== 'partial') return [];
  const { affectedPackages } = canonical;
  if (affectedPackages.length === 0) {
    return [{ text: 'No source names what is affected. Your software may still be affected.', evidence: [] }];
  }
  const sentences = affectedPackages.slice(0, MAX_PACKAGES).map((each): AssessedSentence => {
    const subject = shortened(
      [each.ecosystem ?? each.vendor, each.name].filter((part) => part !== null).join(' '),
      200,
    );
    const words = each.ranges.filter(({ status }) => status === 'affected').map((range) => uncounted(range.words));
    const spelt = words.length === 0 ? '' : `: ${shortened(words.slice(0, MAX_PACKAGES).join('; or '), 300)}`;
    const fixes = each.fixedIn.slice(0, MAX_PACKAGES).join(', ');
    const fixed = fixes === '' ? ' No fixed version is named.' : ` Fixed in ${fixes}.`;
    const where = { source: each.source, record: each.records[0] ?? evidence.facts.id, field: 'affected' };
    return { text: `${subject} is affected${spelt} (${sourceName(each.source)}).${fixed}`, evidence: [where] };
  });
  if (affectedPackages.length > MAX_PACKAGES) {
    sentences.push({ text: 'Further packages and products are affected.', evidence: [] });
  }
  return sentences;
}

/** How many are left out of a long range is our count, and stands in no source. */
function uncounted(words: string): string {
  return words.replace(/(; or|,) \d+ more$/, '$1 others');
}

function exploitSentences({ evidence }: Dossier): AssessedSentence[] {
  const { level, rule, signals } = exploitSignals(evidence);
  const { kev, epss } = evidence.facts;
  const sentences: AssessedSentence[] = [
    {
      text: FORECASTS.get(rule) ?? LEVELS[level],
      evidence: signals.filter((signal) => signal.level === level && level !== 'none').map((signal) => signal.evidence),
    },
  ];
  if (kev !== null) {
    const ransomware = kev.knownRansomwareCampaignUse === 'Known' ? ' Ransomware campaigns are known to use it.' : '';
    const text = `In CISA's KEV catalogue since ${kev.dateAdded}; due by ${kev.dueDate}.${ransomware}`;
    sentences.push({ text, evidence: [{ source: 'kev', record: evidence.facts.id, field: 'dateAdded' }] });
  }
  if (epss !== null) {
    const text = `EPSS: ${epss.epss} probability of exploitation within a month (percentile ${epss.percentile}) on ${epss.date}.`;
    sentences.push({ text, evidence: [{ source: 'epss', record: evidence.facts.id, field: 'epss' }] });
  }
  return sentences;
}

/** A forecast is no exploit, however certain it is. */
const FORECASTS: ReadonlyMap<string, string> = new Map([
  ['epss_near_certain', 'EPSS rates exploitation as almost certain; no exploit is known.'],
  ['epss_likely', 'EPSS rates exploitation as likely; no exploit is known.'],
]);

const LEVELS = {
  none: 'No exploitation is known.',
  theoretical: 'Exploitation is only predicted; no exploit is known.',
  poc: 'A proof of concept is public.',
  weaponized: 'A ready-made exploit is public.',
  active: 'Exploited in the wild.',
} as const;

function conflictSentences({ quality }: Dossier): AssessedSentence[] {
  return quality.conflicts.slice(0, MAX_PACKAGES).map(({ code, values }) => ({
    text: DISAGREEMENTS[code],
    evidence: values.map(({ source, record }) => ({ source, record, field: FIELDS[code] })),
  }));
}

/** What to do; nothing of what is rejected, withdrawn or not published. */
function adviceSentences({ canonical, advice, agentHints, quality }: Dossier): AssessedSentence[] {
  const { availability, kev, id } = canonical;
  if (availability !== 'published' && availability !== 'partial') return [];
  const due: AssessedSentence[] =
    kev === null
      ? []
      : [
          {
            text: `The KEV catalogue requires action by ${kev.dueDate}.`,
            evidence: [{ source: 'kev', record: id, field: 'requiredAction' }],
          },
        ];
  const [first] = advice.subjects;
  const where = first === undefined ? [] : [{ source: first.source, record: first.record, field: 'affected' }];
  const review = agentHints.recommendedActions.find(({ action }) => action === 'triage_manually');
  const conflicts = quality.conflicts.flatMap(({ values, field }) =>
    values.map(({ source, record }) => ({ source, record, field })),
  );
  return [
    { text: advice.sentence, evidence: where },
    ...due,
    ...(review === undefined ? [] : [{ text: review.reason, evidence: conflicts }]),
  ];
}

const DISAGREEMENTS = {
  STATE_DISAGREES: 'Sources disagree about whether it is still valid.',
  RANGE_DISAGREES: 'Sources disagree about the affected versions.',
  FIX_DISAGREES: 'Sources disagree about the fixed version.',
  SEVERITY_DISAGREES: 'Sources disagree about the severity.',
  SCORE_DISAGREES_WITH_VECTOR: 'A published score does not match its vector.',
  DATE_DISAGREES: 'Sources disagree about the publication date.',
  ALIAS_ONE_SIDED: 'A source lists an alias that does not list it in return.',
} as const;

const FIELDS = {
  STATE_DISAGREES: 'state',
  RANGE_DISAGREES: 'affected',
  FIX_DISAGREES: 'affected',
  SEVERITY_DISAGREES: 'severity',
  SCORE_DISAGREES_WITH_VECTOR: 'severity',
  DATE_DISAGREES: 'published',
  ALIAS_ONE_SIDED: 'aliases',
} as const;
