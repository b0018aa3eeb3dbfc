import type { AnswerOf } from '@almanac/client';
import { Availability, DossierQuality, getDossier, postIngest } from '@almanac/contract';
import { z } from 'zod';
import { type Cutting, cautions, coverageOf, covered, silent } from '../brief.ts';
import { Prose, plain, prose } from '../prose.ts';
import { tool } from '../tool.ts';
import { list, members, text, texts, word } from '../untyped.ts';

const CveIdArgument = getDossier.params.shape.id.describe('A CVE id: CVE-YYYY-NNNNN.');
const Text = z.string().nullable();
const State = z.enum(Availability.options);

/** The members of the dossier (contract 2.9) under their own names, less the records of the sources. */
const Brief = z.object({
  data: z.object({ id: z.string(), availability: State, dossierUrl: z.string() }),
  canonical: z.object({
    id: z.string(),
    availability: State,
    title: Prose.nullable(),
    description: Prose.nullable(),
    severity: z.string().describe('`unknown`: nobody rates it.'),
    cvssScore: z.number().nullable(),
    cvssVector: Text,
    cwes: z.array(z.string()),
    aliases: z.array(z.string()),
    published: Text,
    modified: Text,
    affectedPackages: z.array(
      z.object({
        ecosystem: Text,
        name: z.string(),
        purl: Text,
        versions: z.string().describe('In words; `unknown`: not stated.'),
        fixedIn: z.array(z.string()),
        source: z.string(),
      }),
    ),
    epss: z.object({ epss: z.number(), percentile: z.number() }).nullable(),
    kev: z
      .object({ dateAdded: z.string(), dueDate: z.string(), ransomware: z.string(), requiredAction: Prose.nullable() })
      .nullable(),
  }),
  provenance: z.array(z.object({ source: z.string(), record: z.string(), url: Text, sha256: z.string() })),
  quality: z.object({
    score: z.number(),
    grade: z.enum(DossierQuality.shape.grade.options),
    missingFields: z.array(z.string()),
    conflicts: z.array(z.object({ code: z.string(), field: z.string(), rule: z.string(), values: z.array(Prose) })),
  }),
  agentHints: z.object({
    recommendedActions: z.array(z.object({ action: z.string(), target: z.string(), reason: z.string() })),
    knownFixedVersions: z.array(
      z.object({ ecosystem: Text, name: z.string(), version: z.string(), source: z.string() }),
    ),
    needsIngest: z.boolean(),
    needsTriage: z.boolean(),
    safeForAutomation: z.boolean(),
    fixState: Text.describe('Of what a fix is known: `subject`, `other`, `builds_only`, `commit` or `none`.'),
    notSafeBecause: z.array(z.string()).describe('What keeps a program from acting alone, from a closed list.'),
    notSafeReasons: z.array(z.string()).describe('The same in words.'),
  }),
  ingest: z.object({
    lastIngestedAt: Text,
    fresh: Text.describe('What became of `fresh`: `done`, or `declined` under load; null: it was not asked for.'),
    queued: z.boolean().describe('Whether this call asked for a reconciliation.'),
  }),
  links: z.object({ html: z.string(), api: z.string(), dossier: z.string() }),
  ...covered,
});

const HOW =
  'Ask again with detail: "full": all rows, and under `sources` and `lookup` the records as their sources wrote them.';

export const lookupCveDossier = tool({
  name: 'lookup_cve_dossier',
  title: 'Look up a CVE',
  description:
    'One CVE reconciled from all sources: state, severity, affected packages, fixed versions, conflicts, provenance, and hints on what a program may do. Where agentHints.needsIngest is true, ask again with fresh: true.',
  input: z.object({
    cve_id: CveIdArgument,
    fresh: z
      .boolean()
      .optional()
      .describe('true: asks the sources before answering. At most five times a minute for each caller.'),
  }),
  brief: Brief,
  most: 8,
  ask: (call, { cve_id, fresh }, options) =>
    call(getDossier, { params: { id: cve_id }, query: fresh === true ? { fresh: 'true' } : {} }, options),
  shorten: (answer, _, cut) => shortened(answer, cut),
});

export const queueCveIngest = tool({
  name: 'queue_cve_ingest',
  title: 'Ask for newer data on a CVE',
  description:
    'Flags a stale or incomplete dossier: queues a reconciliation with the sources and answers at once with the dossier as it stands. Look it up again after a minute. Writes no CVE data.',
  input: z.object({ cve_id: CveIdArgument }),
  brief: Brief,
  most: 8,
  asksForWork: true,
  ask: (call, { cve_id }, options) => call(postIngest, { params: { id: cve_id } }, options),
  shorten: (answer, _, cut) => shortened(answer, cut),
});

type Dossier = AnswerOf<typeof getDossier>;

function shortened(answer: Dossier, cut: Cutting): z.input<typeof Brief> {
  const { data, canonical, quality, agentHints, ingest, links } = answer;
  const rules = members(canonical['rules']);
  cut.leave(Object.keys(answer.sources).length);
  const brief = {
    data,
    canonical: {
      id: canonical.id,
      availability: canonical.availability,
      title: prose(canonical['title'], chosenBy(rules['title']), 200),
      description: prose(canonical['description'], chosenBy(rules['description']), 600),
      severity: canonical.severity ?? 'unknown',
      cvssScore: canonical.cvssScore,
      cvssVector: text(canonical['cvssVector']),
      cwes: cut.first(texts(canonical['cwes'])),
      aliases: cut.first(texts(canonical['aliases'])),
      published: text(canonical['published']),
      modified: text(canonical['modified']),
      affectedPackages: cut.first(canonical.affectedPackages).map((row) => ({
        ecosystem: text(row['ecosystem']),
        name: word(row['name']),
        purl: text(row['purl']),
        versions: versionsOf(row['ranges']),
        fixedIn: texts(row['fixedIn']).slice(0, 3),
        source: word(row['source']),
      })),
      epss: canonical.epss === null ? null : { epss: canonical.epss.epss, percentile: canonical.epss.percentile },
      kev: kevOf(canonical.kev),
    },
    provenance: cut.first(answer.provenance).map(({ source, record, url, sha256 }) => {
      return { source, record: plain(record), url: text(url), sha256 };
    }),
    quality: {
      score: quality.score,
      grade: quality.grade,
      missingFields: quality.missingFields.slice(0, 12),
      conflicts: cut.first(quality.conflicts, 4).map(({ code, field, rule, values }) => ({
        code,
        field: plain(field),
        rule,
        values: values.slice(0, 3).flatMap(({ source, value }) => prose(value, source, 100) ?? []),
      })),
    },
    agentHints: {
      ...agentHints,
      fixState: agentHints.fixState ?? null,
      notSafeBecause: (agentHints.notSafeBecause ?? []).slice(0, 20),
      notSafeReasons: (agentHints.notSafeReasons ?? []).slice(0, 20).map((reason) => plain(reason, 200)),
      recommendedActions: cut.first(agentHints.recommendedActions, 5).map((row) => ({
        action: row.action,
        target: word(row['target']),
        reason: plain(row.reason, 200),
      })),
      knownFixedVersions: cut.first(agentHints.knownFixedVersions).map((each) => {
        const row = members(each);
        return {
          ecosystem: text(row['ecosystem']),
          name: word(row['name']),
          version: word(row['version']),
          source: word(row['source']),
        };
      }),
    },
    ingest: {
      lastIngestedAt: ingest.lastIngestedAt,
      fresh: text(ingest['fresh']),
      queued: ingest['queued'] === true,
    },
    links,
    ...coverageOf(answer),
    caution: cautions(
      agentHints.needsIngest ? 'Newer or missing data can be asked for: fresh: true, or queue_cve_ingest.' : null,
      agentHints.safeForAutomation ? null : 'Not safe to act on without a person: notSafeReasons says why.',
      silent(answer),
    ),
  };
  return { ...brief, withheld: cut.withheld(HOW) };
}

/** The dossier names the rule by which a source was chosen, and not the source. */
function chosenBy(rule: unknown): string {
  return typeof rule === 'string' ? `the source that the rule ${plain(rule)} chose` : 'a source';
}

function kevOf(kev: Dossier['canonical']['kev']) {
  if (kev === null) return null;
  const { dateAdded, dueDate, knownRansomwareCampaignUse, requiredAction } = kev;
  const ransomware = knownRansomwareCampaignUse.toLowerCase();
  return { dateAdded, dueDate, ransomware, requiredAction: prose(requiredAction, 'kev', 200) };
}

function versionsOf(ranges: unknown): string {
  const words = list(ranges).map((range) => range['words']);
  return plain(words.filter((each) => typeof each === 'string').join('; '), 200) || 'unknown';
}
