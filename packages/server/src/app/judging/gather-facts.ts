import type { SourceId } from '@almanac/contract';
import { compareText } from '@almanac/core/ids';
import {
  ecosystemsMeant,
  type FoundAssertion,
  type KnownSubject,
  type MatchFacts,
  type MatchQuestion,
  possibleIds,
} from '@almanac/core/matching';
import { type Assertion, coarseBounds, isUnbounded, mayInclude } from '@almanac/core/ranges';
import { RECORD_SOURCES } from '@almanac/core/records';
import type { Shard } from '@almanac/core/snapshots';
import { packMark, toPackName } from '../../projections/pack-name.ts';
import type { Moment } from '../../queries/affected-valid-at.ts';
import type { Clock } from '../../queries/held-at.ts';
import { formatEcosystem, type NamedPackage, toSubject } from '../../queries/packages-named.ts';
import type { GroupOfIds } from '../../queries/record-links.ts';
import type { SummaryRecords } from '../cve/vulnerability-summaries.ts';
import { idsIn } from '../packages/build-packs.ts';
import { summariesIn } from '../packages/join-packs.ts';
import type { OpenedParts } from '../packages/pack-parts.ts';
import type { Effort } from './effort.ts';
import type { PreparedQuestion } from './prepare-questions.ts';
import type { VulnerabilityRecords } from './records-of-vulnerability.ts';

/** The sources that a package is judged by. */
export const PACKAGE_SOURCES: readonly SourceId[] = [...RECORD_SOURCES, 'nixpkgs', 'packages'];

/** Packages with more statements have the records that exclude the version counted, not listed. */
const MAX_LISTED = 1_000;

/** What is asked of storage besides the packages: one vulnerability alone, or a past instant. */
export interface GatherOptions extends Effort {
  readonly at: Date | null;
  /** By which clock records are dated; ours where it is left out. The collection is always as we knew it. */
  readonly clock?: Clock | undefined;
  /** Ids of the one vulnerability that is asked about. */
  readonly vulnerability?: ReadonlySet<string> | undefined;
  /** Its records, for a caller that has looked them up. */
  readonly records?: VulnerabilityRecords | undefined;
  /** What was found out about the questions before, in their order; undefined: nothing. */
  readonly prepared?: ((questions: readonly MatchQuestion[]) => readonly PreparedQuestion[] | undefined) | undefined;
  /** Also lists or counts the records that exclude the version, for answers that list what was cleared. */
  readonly counted?: boolean;
  /** Parts of large packs that the process has opened before. */
  readonly opened?: OpenedParts | undefined;
  /** The records that summaries are chosen from; left out: all. */
  readonly summariesFrom?: SummaryRecords;
}

/** What is asked about records. */
export function momentIn({ at, clock = 'known' }: Pick<GatherOptions, 'at' | 'clock'>): Moment | null {
  return at === null ? null : { at, clock };
}

/** What was read for some questions together. */
export interface ReadTogether {
  /** By the mark of each. */
  readonly packs: ReadonlyMap<string, Shard>;
  /** The marks of those that were kept, and so have the summaries of all that they name. */
  readonly kept: ReadonlySet<string>;
  /** Sources with a live record, by the number of the package; null: those of the statements in its pack. */
  readonly speakers: ReadonlyMap<number, ReadonlySet<SourceId>> | null;
  /** Groups of what issues name, and of the one vulnerability that is asked about. */
  readonly groups: readonly GroupOfIds[];
  /** What the CVE list and NVD say of what issues name. */
  readonly linked: readonly FoundAssertion[];
  /** Of the names that issues give: those that are attributes of the collection. */
  readonly attributes: ReadonlySet<string>;
  readonly complete: boolean;
}

/** Facts without what stands in the records' documents. */
export interface GatheredFacts {
  readonly facts: Omit<MatchFacts, 'records' | 'sources'>;
  /** Of what may match. */
  readonly ids: readonly string[];
  readonly summaries: Shard['summaries'];
  /** Ids that none of its kept packs names: their summaries are to be read. */
  readonly unsummarised: readonly string[];
  /** The packages and products that may be meant. */
  readonly packages: readonly NamedPackage[];
  readonly ecosystems: ReturnType<typeof ecosystemsMeant>;
  /** Statements that were looked at. */
  readonly evaluated: number;
}

/**
 * Gathers what a question is judged from. Statements that surely do not apply to the version are left out, then added again for what may
 * match, since they may clear it.
 */
export function gatherFacts(
  { meant, issues, isCut }: PreparedQuestion,
  read: ReadTogether,
  {
    vulnerability,
    counted = false,
    summariesFrom = 'all',
  }: Pick<GatherOptions, 'vulnerability' | 'counted' | 'summariesFrom'>,
  maxIds?: number,
): GatheredFacts {
  const { question, collection, context, packages } = meant;
  const packed = packsOf(packages, read.packs);
  const possible: FoundAssertion[] = [];
  for (const found of packed.flatMap((one) => one.said)) {
    if (vulnerability !== undefined || mayInclude(coarseBounds(found.assertion), question.version))
      possible.push(found);
  }
  const said = packed.flatMap((one) => one.said);
  const covers = new Map(packed.flatMap(({ shard }) => Array.from(shard.covers)));
  const groupOf = new Map<string, GroupOfIds>();
  for (const group of [...packed.flatMap(({ shard }) => shard.groups), ...read.groups]) {
    for (const id of group.ids) groupOf.set(id, group);
  }
  const cves = issues.flatMap((issue) => issue.cves);
  // The CVE's own record may name the package in another way than the package is called.
  const linkedIds = new Set(cves);
  for (const found of possible) {
    if (isUnbounded(found)) for (const id of groupOf.get(found.assertion.record.id)?.ids ?? []) linkedIds.add(id);
  }
  const linked = linkedTo(linkedIds, [...packed.map(({ shard }) => shard.linked), read.linked]);
  const isListed = counted && vulnerability === undefined && said.length <= MAX_LISTED;
  const own = new Set([...cves, ...(vulnerability ?? [])]);
  for (const { assertion } of isListed ? said : possible) {
    own.add(assertion.record.id);
    for (const id of covers.get(assertion.record.id) ?? []) own.add(id);
  }
  const facts = {
    question,
    ...(vulnerability === undefined ? {} : { vulnerability }),
    collection,
    candidates: context.candidates,
    issues,
    found: [...possible, ...linked],
    aliases: [...new Set([...own].flatMap((id) => groupOf.get(id) ?? []))],
    covers,
    attributes: read.attributes,
    speakers: listSpeakers(packages, packed, read.speakers),
    complete: meant.complete && read.complete && !isCut && packed.every(({ isComplete }) => isComplete),
  };
  const ids = possibleIds(facts, maxIds);
  const isPossible = new Set(ids);
  const whole = said.filter(({ assertion }) => isPossible.has(assertion.record.id));
  const keys = new Set(whole.map(statementKey));
  const rest = facts.found.filter((one) => !keys.has(statementKey(one)));
  const listed = new Set([...rest, ...whole]);
  const cleared = isListed ? said.filter((one) => !listed.has(one)) : [];
  const found = [...rest, ...whole, ...cleared];
  const named = new Set(idsIn(packed.flatMap(({ mark, shard }) => (read.kept.has(mark) ? [shard] : []))));
  return {
    facts: {
      ...facts,
      found,
      excluded: counted && vulnerability === undefined && !isListed ? countExcluded(meant.own, packed, listed) : 0,
    },
    ids,
    summaries: new Map(packed.flatMap(({ shard }) => Array.from(summariesIn(shard, summariesFrom)))),
    unsummarised: ids.filter((id) => !named.has(id)),
    packages,
    ecosystems: ecosystemsMeant(context),
    evaluated: facts.found.length + whole.length + cleared.length,
  };
}

/** A pack, and what it says of the packages that are meant: of some releases of an ecosystem. */
export interface MeantPack {
  readonly mark: string;
  readonly shard: Shard;
  readonly said: readonly FoundAssertion[];
  readonly isComplete: boolean;
}

/** Finds the packs of packages, and in each what is said of them. */
export function packsOf(packages: readonly NamedPackage[], packs: ReadTogether['packs']): readonly MeantPack[] {
  const byMark = Map.groupBy(packages, (one) => packMark(toPackName(one)));
  return [...byMark].flatMap(([mark, own]): MeantPack[] => {
    const shard = packs.get(mark);
    if (shard === undefined) return [];
    const ecosystems = new Set(own.map(writtenEcosystem));
    const rows = shard.packages.flatMap((one) => one.rows);
    const said = rows.filter(({ assertion }) => ecosystems.has(assertion.subject.ecosystem));
    return [{ mark, shard, said, isComplete: shard.packages.every(({ complete }) => complete) }];
  });
}

/** The statements of these records. Several packs may have a record, each with all that it says. */
export function linkedTo(ids: ReadonlySet<string>, all: readonly (readonly FoundAssertion[])[]): FoundAssertion[] {
  const known = new Set<string>();
  return all.flatMap((linked) => {
    const own = linked.filter(({ assertion }) => ids.has(assertion.record.id) && !known.has(recordKey(assertion)));
    for (const { assertion } of own) known.add(recordKey(assertion));
    return own;
  });
}

function writtenEcosystem(one: NamedPackage): string | null {
  return one.ecosystem === null ? null : formatEcosystem(one);
}

/** Lists who has live records of each package. */
export function listSpeakers(
  packages: readonly NamedPackage[],
  packed: readonly MeantPack[],
  known: ReadTogether['speakers'],
): KnownSubject[] {
  const saidOf = new Map(
    packed.map(({ mark, said }) => [mark, Map.groupBy(said, ({ assertion }) => assertion.subject.ecosystem)]),
  );
  const speakingOf = (one: NamedPackage) => {
    const own = saidOf.get(packMark(toPackName(one)))?.get(writtenEcosystem(one)) ?? [];
    return new Set(own.flatMap(({ assertion }) => (assertion.withdrawn ? [] : [assertion.record.source])));
  };
  return packages.flatMap((one): KnownSubject[] => {
    const sources: ReadonlySet<string> = known === null ? speakingOf(one) : (known.get(one.id) ?? new Set());
    return sources.size === 0 ? [] : [{ subject: toSubject(one), sources: [...sources].sort(compareText) }];
  });
}

/** Counts the live records about the package itself that surely exclude the version. */
function countExcluded(
  own: readonly NamedPackage[],
  packed: readonly MeantPack[],
  listed: ReadonlySet<FoundAssertion>,
): number {
  const isOwn = new Set(own.map((one) => JSON.stringify([packMark(toPackName(one)), writtenEcosystem(one)])));
  const excluded = new Set<string>();
  const read = new Set<string>();
  for (const { mark, said } of packed) {
    for (const found of said) {
      const { withdrawn, subject } = found.assertion;
      if (withdrawn || !isOwn.has(JSON.stringify([mark, subject.ecosystem]))) continue;
      (listed.has(found) ? read : excluded).add(recordKey(found.assertion));
    }
  }
  return excluded.difference(read).size;
}

function recordKey({ record }: Assertion): string {
  return `${record.source} ${record.id}`;
}

/** A record's entries about one subject are read together or not at all. */
function statementKey({ assertion }: FoundAssertion): string {
  const { ecosystem, vendor, name } = assertion.subject;
  return `${recordKey(assertion)} ${JSON.stringify([ecosystem, vendor, name])}`;
}
