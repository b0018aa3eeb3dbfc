import { compareText } from '../ids/order.ts';
import { claimInWords } from '../ranges/words.ts';
import { reconcileSeverity } from '../scores/severity.ts';
import type { CollectionSays } from './collection-says.ts';
import { type ConfidenceRule, confidenceOf, isExact, isLikely } from './confidence.ts';
import type { MatchFacts, RecordFact } from './facts.ts';
import { fixedIn } from './fixed-in.ts';
import type { Against, IssueEvidence, Match, MatchEvidence, MatchSource, RecordEvidence } from './match.ts';
import type { RecordOutcome } from './outcomes.ts';
import type { NamingIssue } from './tracked.ts';
import { isCve } from './vulnerabilities.ts';

/** All that is said of one vulnerability. */
export interface Gathered {
  readonly ids: readonly string[];
  readonly outcomes: readonly RecordOutcome[];
  readonly issues: readonly NamingIssue[];
  readonly records: readonly RecordFact[];
}

/** So much evidence an answer carries for one match; the rest is counted. */
const MOST_EVIDENCE = 8;
const MOST_REFERENCES = 20;

/** One match, or null where nothing speaks for it any more: the range excludes the version, the CVE is rejected. */
export function buildMatch(gathered: Gathered, facts: MatchFacts, collection: CollectionSays): Match | null {
  const { version } = facts.question;
  if (gathered.records.some(({ rejected, id, source }) => rejected && source === 'cve_list_v5' && isCve(id)))
    return null;
  const ranked = gathered.outcomes.toSorted(byProof);
  const affected = ranked.filter(({ verdict }) => verdict === 'affected');
  const doubtful = ranked.filter(isDoubtful);
  const clean = ranked.filter(
    ({ verdict, identity, evaluation }) =>
      verdict === 'not_affected' && isLikely(identity) && evaluation.confidence !== 'low',
  );
  const said = collection.knownVulnerabilities(gathered.ids);
  // What is surely about the package decides over what is merely called so.
  const sure = clean.some(({ identity }) => isExact(identity));
  const holding = sure ? affected.filter(({ identity }) => isLikely(identity)) : affected;
  const supporting = holding.length > 0 ? holding : clean.length > 0 ? [] : doubtful;
  const issues = clean.length > 0 && holding.length === 0 ? [] : gathered.issues.map((one) => issueEvidence(one));
  const evidence: MatchEvidence[] = [...said, ...supporting.map(recordEvidence), ...issues];
  if (evidence.length === 0) return null;

  const patches = collection.patches(gathered.ids);
  const against: Against[] = [...patches.applied, ...clean.map(contrary)];
  const rule = confidenceOf({
    version,
    carried: collection.carries,
    evidence,
    against,
    patchedEverywhere: patches.everywhere,
  });
  const sources = [...new Set(evidence.map(({ source }) => source))].sort();
  const cve = cveOf(gathered);
  const id = cve ?? gathered.ids[0] ?? '';
  const best = supporting[0];
  return {
    cve,
    id,
    aliases: gathered.ids.filter((each) => each !== id),
    confidence: rule.confidence,
    status: rule.id === 'patched' ? 'fixed_by_patch' : rule.confidence === 'low' ? 'possible' : 'affected',
    source: contractSource(sources),
    sources,
    severity: severityOf(gathered.records),
    title: titleOf(gathered),
    affectedVersions: wordsOf(best),
    fixedIn: fixedIn(supporting, version),
    references: referencesOf(gathered),
    proof: proofOf(rule, evidence, against),
  };
}

/** Commits say nothing of a version; where they are all there is, only a record that is surely about the package leaves a doubt. */
function isDoubtful({ verdict, identity, evaluation }: RecordOutcome): boolean {
  if (verdict !== 'unknown') return false;
  return evaluation.proof.reason === 'git_without_graph' ? isExact(identity) : isLikely(identity);
}

function proofOf(
  rule: ConfidenceRule,
  evidence: readonly MatchEvidence[],
  against: readonly Against[],
): Match['proof'] {
  const left = Math.max(0, evidence.length - MOST_EVIDENCE) + Math.max(0, against.length - MOST_EVIDENCE);
  return {
    rule: rule.id,
    reason: rule.reason,
    evidence: evidence.slice(0, MOST_EVIDENCE),
    against: against.slice(0, MOST_EVIDENCE),
    left,
    overturn: overturnOf(rule, evidence),
  };
}

/** What would change the answer: the range of the record that proves most, or what is missing from the proof. */
function overturnOf({ id }: ConfidenceRule, evidence: readonly MatchEvidence[]): string {
  const [first] = evidence;
  if (id === 'patched') return 'a build of the package without the patch would be affected';
  if (id === 'collection_says') return 'the collection’s taking it back would settle it';
  if (first?.kind === 'record' && isLikely(first.identity)) return first.evaluation.proof.overturn;
  if (first?.kind === 'record')
    return 'a CPE name or package URL that the collection declares would settle whether it is this software';
  return 'a record that gives the versions would settle it';
}

/** Strongest proof first: identity, then how firm the range is, then source and id, so that the order is one. */
function byProof(a: RecordOutcome, b: RecordOutcome): number {
  const strengths = ['firm', 'partial', 'weak'];
  return (
    Number(isExact(b.identity)) - Number(isExact(a.identity)) ||
    strengths.indexOf(a.strength) - strengths.indexOf(b.strength) ||
    b.identity.weight - a.identity.weight ||
    compareText(`${a.source} ${a.id}`, `${b.source} ${b.id}`)
  );
}

function recordEvidence({ source, id, sha256, identity, evaluation }: RecordOutcome): RecordEvidence {
  return { kind: 'record', source, id, sha256, identity, evaluation };
}

function contrary({ source, id, sha256, identity, evaluation }: RecordOutcome): Against {
  return { kind: 'not_affected', source, id, sha256, identity, evaluation };
}

function issueEvidence({ issue, identity }: NamingIssue): IssueEvidence {
  const { number, sha256, state, title, url } = issue;
  return { kind: 'issue', source: 'nixpkgs', id: String(number), sha256: sha256 ?? null, identity, state, title, url };
}

/** The CVE that a record or issue names, else one that is an alias. */
function cveOf({ ids, outcomes, issues }: Gathered): string | null {
  const own = [...outcomes.map(({ id }) => id), ...issues.flatMap(({ issue }) => issue.cves)].filter(
    (id) => isCve(id) && ids.includes(id),
  );
  return own.toSorted(compareText)[0] ?? ids.find(isCve) ?? null;
}

/** In this order; all that the collection's data or identifiers establish is the tracker's. */
function contractSource(sources: readonly string[]): MatchSource {
  if (sources.includes('advisory')) return 'advisory';
  return sources.includes('osv') ? 'osv' : 'pkgtracker';
}

function severityOf(records: readonly RecordFact[]): Match['severity'] {
  const { chosen } = reconcileSeverity(records.flatMap(({ rejected, severities }) => (rejected ? [] : severities)));
  return chosen === null || chosen.rating === 'none' ? null : chosen.rating;
}

const TITLES: readonly string[] = ['advisory', 'osv', 'cve_list_v5', 'nvd'];

function titleOf({ records, issues }: Gathered): string | null {
  const titled = records.filter(({ title, rejected }) => title !== null && !rejected).toSorted(byTitleSource);
  return titled[0]?.title ?? issues[0]?.issue.title ?? null;
}

function byTitleSource(a: RecordFact, b: RecordFact): number {
  return TITLES.indexOf(a.source) - TITLES.indexOf(b.source) || compareText(a.id, b.id);
}

function referencesOf({ records, issues }: Gathered): string[] {
  const sorted = records.filter(({ rejected }) => !rejected).toSorted(byTitleSource);
  const all = [...sorted.flatMap(({ references }) => references), ...issues.map(({ issue }) => issue.url)];
  return [...new Set(all)].slice(0, MOST_REFERENCES);
}

/** Where an entry holds by default, its ranges are those that are not affected. */
function wordsOf(outcome: RecordOutcome | undefined): string | null {
  if (outcome === undefined) return null;
  const { range, reason } = outcome.evaluation.proof;
  if (reason !== 'default_status') return range?.words ?? (outcome.verdict === 'affected' ? 'every version' : null);
  const spared = outcome.assertion.claims.flatMap((claim) =>
    claim.status === 'unaffected' ? [claimInWords(claim)] : [],
  );
  return spared.length === 0 ? 'every version' : `every version but: ${spared.slice(0, 8).join('; or ')}`;
}
