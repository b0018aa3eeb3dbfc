import { printPurl } from '@almanac/core/purl';
import type { Candidate } from './candidates.ts';
import { chance, oneOf } from './chance.ts';
import type { JudgedCase, Question, Stratum } from './shapes.ts';
import type { VersionChoice } from './versions.ts';

const STRATA: readonly Stratum[] = ['tracked', 'distribution', 'several'];
const MOST_PER_PACKAGE = 3;
const MOST_PER_CVE = 3;
const MOST_WITHDRAWN = 0.05;
/** Of a group with fewer pairs than this a batch takes at most half. */
const FEW = 60;

/** Which part of a stratum are questions about the collection. */
const COLLECTION_SHARE: Readonly<Record<Stratum, number>> = { tracked: 1, distribution: 0.5, several: 0.25 };
const CARRIED_SHARE: Readonly<Record<Stratum, number>> = { tracked: 0.4, distribution: 1 / 3, several: 1 / 3 };
/** Carried versions are mostly fixed ones, so the others of collection questions are more often affected. */
const AFFECTED_SHARE = { collection: 0.8, purl: 0.55 };

export interface Drawn extends Omit<JudgedCase, 'id' | 'stratum'> {
  readonly stratum: Stratum;
  readonly group: string;
  readonly kind: string;
  readonly affected: boolean | null;
}

/** Draws cases of every stratum; `taken` has the pairs of earlier batches. */
export function draw(
  candidates: readonly Candidate[],
  seed: string,
  count: number,
  taken: ReadonlySet<string>,
): Drawn[] {
  const unique = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const key = pairOf(questionOf(candidate, null), candidate.cve);
    if (!taken.has(key) && !unique.has(`${candidate.stratum} ${key}`))
      unique.set(`${candidate.stratum} ${key}`, candidate);
  }
  const limits: Limits = {
    packages: new Map(),
    cves: new Map(),
    pairs: new Set(),
    withdrawn: Math.floor(count * MOST_WITHDRAWN),
  };
  const drawn: Drawn[] = [];
  for (const [index, stratum] of STRATA.entries()) {
    const until = Math.round((count * (index + 1)) / STRATA.length);
    const own = [...unique.values()].filter((candidate) => candidate.stratum === stratum);
    const wanted = until - drawn.length;
    const ofCollection = own.filter(isOfCollection);
    const fromCollection = takeTurns(ofCollection, Math.round(wanted * COLLECTION_SHARE[stratum]), seed, limits);
    const others = own.filter((candidate) => !isOfCollection(candidate));
    const fromPurls = takeTurns(others, wanted - fromCollection.length, seed, limits);
    drawn.push(...fromCollection, ...fromPurls);
  }
  return drawn.sort((a, b) => chance(seed, 'order', keyOf(a)) - chance(seed, 'order', keyOf(b)));
}

/** A question without its version, and a CVE: what batches are disjoint by. */
export function pairOf(question: Question, cve: string): string {
  const named = 'package' in question ? question.package : question.purl.replace(/@[^?]*/, '');
  return `${named} ${cve}`;
}

interface Limits {
  readonly packages: Map<string, number>;
  readonly cves: Map<string, number>;
  readonly pairs: Set<string>;
  withdrawn: number;
}

function takeTurns(candidates: readonly Candidate[], wanted: number, seed: string, limits: Limits): Drawn[] {
  const groups = [...Map.groupBy(candidates, ({ group }) => group)].map(([group, members]) => ({
    queue: members
      .map((candidate) => ({
        candidate,
        rank: chance(seed, 'rank', group, pairOf(questionOf(candidate, null), candidate.cve)),
      }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ candidate }) => candidate),
    left: members.length < FEW ? Math.ceil(members.length / 2) : members.length,
    at: 0,
  }));
  const drawn: Drawn[] = [];
  for (let progress = true; progress && drawn.length < wanted; ) {
    progress = false;
    for (const group of groups) {
      if (drawn.length >= wanted) break;
      const next = nextOf(group, seed, limits);
      if (next === null) continue;
      drawn.push(next);
      progress = true;
    }
  }
  return drawn;
}

function nextOf(
  group: { queue: readonly Candidate[]; left: number; at: number },
  seed: string,
  limits: Limits,
): Drawn | null {
  while (group.left > 0 && group.at < group.queue.length) {
    const candidate = group.queue[group.at];
    group.at += 1;
    const drawn = candidate === undefined ? null : caseOf(candidate, seed);
    if (candidate === undefined || drawn === null || !isAllowed(candidate, limits)) continue;
    group.left -= 1;
    return drawn;
  }
  return null;
}

function isAllowed(candidate: Candidate, limits: Limits): boolean {
  const { packageKeys, cve, withdrawn } = candidate;
  const pair = pairOf(questionOf(candidate, null), cve);
  const packages = Math.max(...packageKeys.map((key) => limits.packages.get(key) ?? 0));
  const cves = limits.cves.get(cve) ?? 0;
  if (limits.pairs.has(pair) || packages >= MOST_PER_PACKAGE || cves >= MOST_PER_CVE) return false;
  if (withdrawn && limits.withdrawn === 0) return false;
  limits.pairs.add(pair);
  for (const key of packageKeys) limits.packages.set(key, (limits.packages.get(key) ?? 0) + 1);
  limits.cves.set(cve, cves + 1);
  if (withdrawn) limits.withdrawn -= 1;
  return true;
}

function caseOf(candidate: Candidate, seed: string): Drawn | null {
  const key = pairOf(questionOf(candidate, null), candidate.cve);
  const choice = versionOf(candidate, seed, key);
  if (choice === undefined) return null;
  const prefixed =
    candidate.group === 'Go' &&
    /^\d/.test(choice.version) &&
    !/stdlib|toolchain/.test(key) &&
    chance(seed, 'v', key) < 0.5;
  const version = prefixed ? `v${choice.version}` : choice.version;
  return {
    stratum: candidate.stratum,
    question: questionOf(candidate, version),
    version,
    cve: candidate.cve,
    group: candidate.group,
    kind: choice.kind,
    affected: choice.kind === 'carried' ? null : choice.affected,
  };
}

function versionOf(
  { stratum, carried, made, question }: Candidate,
  seed: string,
  key: string,
): VersionChoice | undefined {
  const own = carried === null ? undefined : { version: carried, affected: false, kind: 'carried' };
  if (own !== undefined && (made.length === 0 || chance(seed, 'carried', key) < CARRIED_SHARE[stratum])) return own;
  const share = 'package' in question ? AFFECTED_SHARE.collection : AFFECTED_SHARE.purl;
  const side = chance(seed, 'side', key) < share;
  const matching = made.filter(({ affected }) => affected === side);
  const choices = matching.length > 0 ? matching : made;
  const kind = oneOf([...new Set(choices.map(({ kind }) => kind))], seed, 'kind', key);
  return oneOf(
    choices.filter((choice) => choice.kind === kind),
    seed,
    'version',
    key,
  );
}

function questionOf({ question }: Candidate, version: string | null): Question {
  return 'package' in question ? question : { purl: printPurl({ ...question.purl, version }) };
}

function isOfCollection({ question }: Candidate): boolean {
  return 'package' in question;
}

function keyOf({ question, cve }: Drawn): string {
  return pairOf(question, cve);
}
