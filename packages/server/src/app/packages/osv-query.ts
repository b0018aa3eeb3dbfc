import type { Coverage, OsvItem, OsvQueryResult, SourceId, UnknownReason, Verdict } from '@almanac/contract';
import { compareText } from '@almanac/core/ids';
import { type MatchFacts, matchPackage, type VerdictAnswer, worstVerdict } from '@almanac/core/matching';
import { EMPTY_SHARD, factsByShard, type Shard, selectSources, settleByShard } from '@almanac/core/snapshots';
import { ecosystemNames, schemeOf, suggestEcosystem } from '@almanac/core/versions';
import { turns } from '../../platform/in-slices.ts';
import { packMark, toPackName } from '../../projections/pack-name.ts';
import { osvItems } from '../../queries/osv-items.ts';
import { type NamedPackage, packagesNamed } from '../../queries/packages-named.ts';
import type { Db } from '../../store/database.ts';
import type { Deps } from '../deps.ts';
import { invalidParameter, shown } from '../errors.ts';
import type { Effort } from '../judging/effort.ts';
import { consultedSources, packageCoverage } from './coverage.ts';
import { type ExactQuestion, packAsked } from './judge-packs.ts';
import { afterOf, cursorAfter } from './osv-cursor.ts';
import { decidingVersion, type OsvDecided, type OsvPlace } from './osv-version.ts';
import { loadPacks } from './packs.ts';

export interface OsvInput {
  readonly name: string;
  readonly ecosystem: string | undefined;
  readonly version: string | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

export interface OsvAnswer {
  readonly data: OsvQueryResult;
  readonly envelopeFields: Coverage & { readonly verdict: Verdict; readonly unknownReasons: UnknownReason[] };
}

const UNDECIDED_SHOWN = 50;

/** What the mirror of OSV says of a package, and what the judgement makes of OSV's statements alone. */
export async function osvAnswer(
  deps: Pick<Deps, 'databases' | 'evaluated' | 'signal' | 'sourceStates'>,
  input: OsvInput,
): Promise<OsvAnswer> {
  const { name, ecosystem, version } = input;
  const after = cursorGiven(input);
  const { databases } = deps;
  if (ecosystem !== undefined) await refuseUnknown(deps, ecosystem);
  const { page, coverage, asOf } = await databases.readWithFallback(async (db) => {
    const named = await packagesNamed(db, [{ name, ecosystem }]);
    const packages = named.packages.flat().filter((one) => one.ecosystem !== null);
    const bases = [...new Set(packages.map((one) => one.ecosystem ?? ''))];
    const where = ecosystem ?? (bases.length === 0 ? undefined : bases);
    const known = await packageCoverage(deps, ['osv'], where);
    const asked = await questionsOf(deps, input, bases, known);
    const stated = await loadStated(db, packages, asked, named.complete);
    return {
      page: await pageOf(db, stated, { ...input, after, signal: deps.signal, evaluated: deps.evaluated }),
      ...known,
    };
  });
  const { verdict, unknownReasons } = worstVerdict(page.answers);
  const { places, items, undecided, total, complete } = page;
  const last = places.length > input.limit ? places[input.limit - 1] : undefined;
  return {
    data: {
      package: name,
      ecosystem: ecosystem ?? 'all',
      version: version ?? 'any',
      vulnerabilities: ecosystem === undefined ? byEcosystem(items) : items.map(([, item]) => item),
      truncated: last !== undefined,
      total,
      totalType: complete ? 'exact' : 'at_least',
      nextCursor: last === undefined ? null : cursorAfter(last),
      ...(undecided.length === 0
        ? {}
        : { undecided: { total: undecided.length, records: undecided.slice(0, UNDECIDED_SHOWN) } }),
    },
    envelopeFields: { verdict, unknownReasons: [...unknownReasons], coverage, asOf },
  };
}

/** The package in one ecosystem, and how OSV is there. */
interface OsvAsked {
  readonly question: ExactQuestion;
  /** The ecosystem without a release. */
  readonly base: string;
  readonly sources: MatchFacts['sources'];
}

/** One question for the ecosystem that is given, which `known` is about, otherwise one for each that has a package of this name. */
async function questionsOf(
  deps: Pick<Deps, 'sourceStates'>,
  { name, ecosystem, version }: OsvInput,
  bases: readonly string[],
  known: Pick<Coverage, 'coverage'>,
): Promise<readonly OsvAsked[]> {
  const asked: OsvAsked[] = [];
  for (const each of ecosystem === undefined ? bases : [ecosystem]) {
    const { coverage } = ecosystem === undefined ? await packageCoverage(deps, ['osv'], each) : known;
    asked.push({
      question: { package: name, ecosystem: each, version: version ?? null },
      base: schemeOf(each).base,
      sources: consultedSources(deps, coverage),
    });
  }
  return asked;
}

/** What OSV states of the package in one ecosystem. */
interface OsvStated extends OsvAsked {
  /** Of the package, and of the whole ecosystem, at its end of life for one. */
  readonly shards: { readonly own: Shard; readonly all: Shard };
  readonly isEvery: boolean;
}

const OSV: readonly SourceId[] = ['osv'];

async function loadStated(
  db: Db,
  packages: readonly NamedPackage[],
  asked: readonly OsvAsked[],
  isEvery: boolean,
): Promise<readonly OsvStated[]> {
  const shards = new Map<string, Shard>();
  for await (const { name, shard } of loadPacks(db, packages.map(toPackName)))
    shards.set(packMark(name), selectSources(shard, OSV));
  return asked.map((one) => ({
    ...one,
    isEvery,
    shards: {
      own: shards.get(packMark(packAsked(one.question))) ?? EMPTY_SHARD,
      all: shards.get(packMark({ name: '*', ecosystem: one.base, vendor: null })) ?? EMPTY_SHARD,
    },
  }));
}

interface Found extends OsvDecided {
  /** One for each ecosystem that was asked. */
  readonly answers: readonly VerdictAnswer[];
  readonly complete: boolean;
}

type PageInput = Pick<OsvInput, 'version' | 'limit'> & Effort & { readonly after: OsvPlace | null };

async function pageOf(db: Db, stated: readonly OsvStated[], { version, limit, after, ...effort }: PageInput) {
  const found = version === undefined ? listed(stated) : await affecting(stated, effort);
  const left = found.places.filter((place) => after === null || byPlace(place, after) > 0);
  // One more than fit on the page, where there are more.
  const places = left.slice(0, limit + 1);
  const shownPlaces = places.slice(0, limit);
  const items = await osvItems(
    db,
    shownPlaces.map(({ key }) => key),
  );
  return {
    ...found,
    places,
    total: found.places.length,
    items: shownPlaces.flatMap(({ ecosystem, key }): [string, OsvItem][] => {
      const item = items.get(key);
      return item === undefined ? [] : [[ecosystem, item]];
    }),
  };
}

/** All records. Without a version there is nothing to evaluate: it only counts who has a record of the package. */
function listed(stated: readonly OsvStated[]): Found {
  const places = new Map<string, OsvPlace>();
  const answers = stated.map(({ question, base, sources, shards: { own, all }, isEvery }) => {
    const { found, speakers = [] } = factsByShard(own, question);
    const ofAll = factsByShard(all, { ...question, package: '*' }).found;
    for (const { assertion } of [...found, ...ofAll]) {
      const key = assertion.record.id;
      if (!assertion.withdrawn) places.set(JSON.stringify([base, key]), { ecosystem: base, key });
    }
    const nothing = { collection: [], issues: [], found: [], aliases: [], records: [] };
    return matchPackage({ question, ...nothing, sources, speakers, complete: isEvery });
  });
  const complete = stated.every(({ isEvery }) => isEvery);
  return { answers, places: [...places.values()].sort(byPlace), undecided: [], complete };
}

/** The records that include the version. */
async function affecting(stated: readonly OsvStated[], { signal, evaluated }: Effort): Promise<Found> {
  const judged = [];
  const turn = turns(signal);
  for (const { question, base, sources, shards } of stated) {
    const known = settleByShard(shards.own, question, sources);
    evaluated?.(known.facts.found.length);
    judged.push({ ecosystem: base, ...known });
    await turn();
  }
  const outcomes = judged.map(({ ecosystem, judged: { outcomes } }) => ({ ecosystem, outcomes }));
  return {
    ...decidingVersion(outcomes),
    answers: judged.map((one) => one.judged.verdict),
    complete: judged.every(({ facts }) => facts.complete !== false),
  };
}

function byPlace(a: OsvPlace, b: OsvPlace): number {
  return compareText(a.ecosystem, b.ecosystem) || compareText(a.key, b.key);
}

/** From entries, so that an ecosystem may have any name, `__proto__` too. */
function byEcosystem(items: readonly (readonly [string, OsvItem])[]): Record<string, OsvItem[]> {
  const grouped = Map.groupBy(items, ([ecosystem]) => ecosystem);
  return Object.fromEntries([...grouped].map(([ecosystem, all]) => [ecosystem, all.map(([, item]) => item)]));
}

function cursorGiven({ cursor }: OsvInput): OsvPlace | null {
  if (cursor === undefined) return null;
  const after = afterOf(cursor);
  if (after === null)
    throw invalidParameter('cursor', 'is not a valid cursor', 'Use `nextCursor` from the previous page.');
  return after;
}

/** Names are case-sensitive (spec 4.3). One that this release does not know may still be one of OSV's, a new one. */
export async function refuseUnknown({ sourceStates }: Pick<Deps, 'sourceStates'>, ecosystem: string): Promise<void> {
  const { base, known } = schemeOf(ecosystem);
  if (known || (await sourceStates.osvEcosystems())?.has(base) === true) return;
  const meant = suggestEcosystem(ecosystem);
  throw invalidParameter(
    'ecosystem',
    `has the value '${shown(ecosystem)}', which is not an OSV ecosystem`,
    meant === null ? `Known ecosystems: ${ecosystemNames.join(', ')}.` : `Did you mean ${meant}?`,
  );
}
