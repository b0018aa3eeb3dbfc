import type { Match, OtherMatch } from '@almanac/contract';
import * as z from 'zod';
import { type Cutting, cautions, coverageOf, covered, silent } from '../brief.ts';
import { type Call, Unaskable } from '../call.ts';
import { Prose, plain, prose } from '../prose.ts';
import { type AskOptions, tool } from '../tool.ts';
import { list, members, text, word } from '../untyped.ts';
import { idOf, judged, MatchInBrief, matchInBrief, verdictCaution } from './matches.ts';
import { askAboutPackage } from './named-package.ts';

const Text = z.string().nullable();

const Evidence = z.object({
  kind: z.string(),
  source: z.string(),
  id: Text,
  sha256: Text.describe('Hash of its bytes: GET /api/v1/evidence/:sha256.'),
  identity: Text.describe('Why the record is about this package.'),
  evaluation: Text.describe('How the version compares with its ranges.'),
  said: Prose.nullable(),
});

const Input = z.object({
  cve_id: z.string().min(1).max(100).describe('A CVE ID, or another ID of the vulnerability, such as GHSA-….'),
  purl: z.string().min(1).max(1_000).optional().describe('With its version. Give this or package.'),
  package: z.string().min(1).max(1_000).optional().describe('curl@8.4.0 or a package URL.'),
  version: z.string().min(1).max(256).optional().describe('Required if package has none.'),
});

export const explainMatch = tool({
  name: 'explain_match',
  title: 'Explain why a CVE matches a package',
  description:
    'Show the proof of one match: the records for and against it, why they are about this package, how the version compares with their ranges, and what would change the result. Also explains why a CVE does not match.',
  input: Input,
  brief: z.object({
    id: z.string(),
    package: z.string(),
    version: Text.describe('Null if none was given.'),
    found: z.boolean(),
    match: MatchInBrief.nullable(),
    proof: z
      .object({
        rule: z.string(),
        reason: z.string(),
        evidence: z.array(Evidence),
        against: z.array(Evidence),
        overturn: z.string(),
      })
      .nullable(),
    ...judged,
    ...covered,
  }),
  maxItems: 8,
  ask: async (call, input, options) => asked(call, input, options),
  shorten(answer, { cve_id: id }, cut) {
    const { data, verdict, verdictReason, unknownReasons = [] } = answer;
    const all = [...data.matches, ...(data.otherMatches ?? [])];
    const match = all.find((each) => isNamed(each, id)) ?? null;
    const version = data.version === 'any' ? null : plain(data.version);
    const proof = match === null ? null : proofOf(match, cut);
    return {
      id: plain(id),
      package: plain(data.package, 200),
      version,
      found: match !== null,
      match: match === null ? null : matchInBrief(match),
      proof,
      verdict,
      verdictReason: plain(verdictReason, 300),
      unknownReasons,
      ...coverageOf(answer),
      caution: cautions(
        match === null ? notFound(data.truncated === true) : null,
        answer.suggestion ?? null,
        verdictCaution(verdict, unknownReasons),
        silent(answer),
      ),
      withheld: cut.withheld('Repeat with detail: "full" for every match of the package with its proof.'),
    };
  },
  summarise: ({ id, package: name, version, match, proof, verdictReason }) =>
    `${id} and ${name} ${version ?? '(no version)'}: ${match?.status ?? 'no match'}. ${proof?.reason ?? verdictReason}`,
});

async function asked(call: Call, { purl, package: name, version }: z.output<typeof Input>, options: AskOptions) {
  if ((purl === undefined) === (name === undefined)) {
    throw new Unaskable('Expected either purl or package', 'Pass a purl, or a package and its version.');
  }
  return askAboutPackage(call, name ?? purl ?? '', version, options);
}

function isNamed(match: Match | OtherMatch, id: string): boolean {
  const wanted = id.trim().toUpperCase();
  return [idOf(match), ...(match.aliases ?? [])].some((each) => each.toUpperCase() === wanted);
}

function notFound(truncated: boolean): string {
  return truncated
    ? 'Not among the matches shown, but the list is incomplete, so this proves nothing.'
    : 'No match found. That alone does not mean the version is unaffected: check the verdict and coverage.';
}

function proofOf({ proof = {} }: Match | OtherMatch, cut: Cutting) {
  const left = proof['left'];
  cut.leave(typeof left === 'number' ? left : 0);
  return {
    rule: word(proof['rule']),
    reason: word(proof['reason'], 300),
    evidence: cut.first(list(proof['evidence'])).map(evidenceOf),
    against: cut.first(list(proof['against'])).map(evidenceOf),
    overturn: word(proof['overturn'], 300),
  };
}

function evidenceOf(row: Readonly<Record<string, unknown>>): z.input<typeof Evidence> {
  const source = word(row['source'] ?? row['channel'] ?? 'packages');
  const identity = members(row['identity']);
  const evaluation = members(row['evaluation']);
  const proof = members(evaluation['proof']);
  return {
    kind: word(row['kind']),
    source,
    id: text(row['id'] ?? row['attribute']),
    sha256: text(row['sha256']),
    identity: joined(identity['rule'], identity['reason']),
    evaluation: joined(evaluation['verdict'], proof['reason']),
    said: prose(row['title'] ?? row['text'], source, 200),
  };
}

function joined(said: unknown, why: unknown): string | null {
  return typeof said === 'string' ? plain(`${said}: ${word(why)}`, 200) : null;
}
