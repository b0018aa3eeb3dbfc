import { summarise } from '../matching/explain/summarised.ts';
import type { FoundAssertion, KnownSubject, MatchFacts, MatchQuestion } from '../matching/facts.ts';
import { rejectedRecord } from '../matching/load/record-facts.ts';
import { judgePackage, type MatchResult, matchesOf, type PackageJudgement } from '../matching/match-package.ts';
import { releaseFit } from '../ranges/ask.ts';
import { coarseBounds, mayInclude } from '../ranges/coarse-bounds.ts';
import { isUnbounded } from '../ranges/membership.ts';
import { comparableName } from '../ranges/same-name.ts';
import type { PackagePlan } from '../remediation/model.ts';
import { planForAdvice } from '../remediation/plan-package.ts';
import type { Shard, ShardGroup } from './shard.ts';

/** A question that names the ecosystem, as a purl does. */
export type ShardQuestion = MatchQuestion & { readonly ecosystem: string };

/** What a shard has about a package, whatever the version. */
export function factsByShard(shard: Shard, question: ShardQuestion): Omit<MatchFacts, 'sources'> {
  const name = comparableName(question.ecosystem, question.package);
  const said = statementsFor(shard, question);
  const { found, aliases } = foundIn(shard, said);
  const own = found.flatMap(({ assertion: { record } }) => [record.id, ...(shard.covers.get(record.id) ?? [])]);
  const ids = new Set([...own, ...aliases.flatMap((group) => group.ids)]);
  return {
    question,
    collection: [],
    issues: [],
    found,
    aliases,
    covers: shard.covers,
    records: [...ids].filter((id) => shard.rejected.has(id)).map(rejectedRecord),
    speakers: speakersOf(name, said),
    complete: isComplete(shard, name),
  };
}

/** Plans, without a proof, for an affected version from everything that a shard has about the package. */
export function planByShard(shard: Shard, question: ShardQuestion): PackagePlan {
  return planForAdvice({ ...factsByShard(shard, question), sources: [] });
}

/** Keeps of a shard what these sources say. */
export function selectSources(shard: Shard, sources: readonly string[]): Shard {
  const isOurs = ({ assertion }: FoundAssertion) => sources.includes(assertion.record.source);
  return {
    ...shard,
    packages: shard.packages.map((one) => ({ ...one, rows: one.rows.filter(isOurs) })),
    linked: shard.linked.filter(isOurs),
  };
}

function statementsFor(shard: Shard, { ecosystem, package: asked }: ShardQuestion): readonly FoundAssertion[] {
  const name = comparableName(ecosystem, asked);
  const known = shard.packages.find((one) => one.name === name);
  return (known?.rows ?? []).filter(
    ({ assertion: { subject } }) => subject.ecosystem !== null && releaseFit(subject.ecosystem, ecosystem) !== 'other',
  );
}

/**
 * Lists who speaks of a package of which no statement may apply to the version. Such packages come to the same, whatever they are
 * called. Null: one may apply.
 */
export function findSilent(shard: Shard, question: ShardQuestion): readonly KnownSubject[] | null {
  const said = statementsFor(shard, question);
  if (said.some(({ assertion }) => mayInclude(coarseBounds(assertion), question.version))) return null;
  return speakersOf(comparableName(question.ecosystem, question.package), said);
}

/**
 * The judgement that the service gives by `POST /purls`, from a shard alone, and in the same two steps: entries that surely do not apply to the
 * version are left out, then added again for what may match, since they may clear it.
 */
export function judgeByShard(shard: Shard, question: ShardQuestion, sources: MatchFacts['sources']): MatchResult {
  const { facts, judged } = settleByShard(shard, question, sources);
  const result = matchesOf(facts, judged);
  const isSilent = result.matches.length + result.otherMatches.length === 0;
  return isSilent ? result : summarise(result, shard.summaries);
}

/** A judged package, and what it was judged from. */
export interface ShardJudgement {
  readonly facts: MatchFacts;
  readonly judged: PackageJudgement;
}

/** The same for who shows no matches. */
export function settleByShard(shard: Shard, question: ShardQuestion, sources: MatchFacts['sources']): ShardJudgement {
  const name = comparableName(question.ecosystem, question.package);
  const said = statementsFor(shard, question);
  const facts: MatchFacts = {
    question,
    collection: [],
    issues: [],
    ...foundIn(
      shard,
      said.filter(({ assertion }) => mayInclude(coarseBounds(assertion), question.version)),
    ),
    covers: shard.covers,
    records: [],
    sources,
    speakers: speakersOf(name, said),
    complete: isComplete(shard, name),
  };
  const first = judgePackage(facts);
  const ids = new Set(first.vulnerabilities.flatMap(({ gathered }) => gathered.ids));
  const found = new Set([...facts.found, ...said.filter((one) => ids.has(one.assertion.record.id))]);
  const records = [...ids].flatMap((id) => (shard.rejected.has(id) ? [rejectedRecord(id)] : []));
  if (found.size === facts.found.length && records.length === 0) return { facts, judged: first };
  const all = { ...facts, found: [...found], records };
  return { facts: all, judged: judgePackage(all) };
}

function isComplete(shard: Shard, name: string): boolean {
  return shard.packages.find((one) => one.name === name)?.complete ?? true;
}

/** Each question to a shard needs it. */
const groupMaps = new WeakMap<Shard, ReadonlyMap<string, ShardGroup>>();

function groupsById(shard: Shard): ReadonlyMap<string, ShardGroup> {
  const known = groupMaps.get(shard);
  if (known !== undefined) return known;
  const map = new Map<string, ShardGroup>(shard.groups.flatMap((group) => group.ids.map((id) => [id, group])));
  groupMaps.set(shard, map);
  return map;
}

/** The statements about a package, with what is linked to them. */
function foundIn(shard: Shard, said: readonly FoundAssertion[]): Pick<MatchFacts, 'found' | 'aliases'> {
  const groupOf = groupsById(shard);
  // Where a registry's record is withdrawn or gives no bounds, the CVE's own record has a say.
  const unbounded = said.filter(isUnbounded);
  const open = new Set(unbounded.flatMap(({ assertion }) => groupOf.get(assertion.record.id)?.ids ?? []));
  const own = new Set(said.flatMap(({ assertion: { record } }) => [record.id, ...(shard.covers.get(record.id) ?? [])]));
  return {
    found: [...said, ...(open.size === 0 ? [] : shard.linked.filter(({ assertion }) => open.has(assertion.record.id)))],
    aliases: [...new Set([...own].flatMap((id) => groupOf.get(id) ?? []))],
  };
}

/** Who has a live record of each release of the package. */
function speakersOf(name: string, said: readonly FoundAssertion[]): KnownSubject[] {
  const live = said.filter(({ assertion }) => !assertion.withdrawn);
  return [...Map.groupBy(live, ({ assertion }) => assertion.subject.ecosystem)].map(([ecosystem, all]) => ({
    subject: { ecosystem, vendor: null, name },
    sources: [...new Set(all.map(({ assertion }) => assertion.record.source))],
  }));
}
