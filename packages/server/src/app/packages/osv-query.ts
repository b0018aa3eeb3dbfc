import type { Coverage, OsvItem, OsvQueryResult, UnknownReason, Verdict } from '@almanac/contract';
import {
  type KnownSubject,
  type MatchFacts,
  matchPackage,
  type VerdictAnswer,
  worstVerdict,
} from '@almanac/core/matching';
import { ecosystemNames, schemeOf, suggestEcosystem } from '@almanac/core/versions';
import type { Effort } from '../../app/judging/effort.ts';
import { inSlices } from '../../platform/in-slices.ts';
import type { After } from '../../queries/osv-of-packages.ts';
import { osvStated } from '../../queries/osv-stated.ts';
import { type NamedPackage, subjectOf } from '../../queries/packages-named.ts';
import type { Deps } from '../deps.ts';
import { invalidParameter, shown } from '../errors.ts';
import { consultedSources, packageCoverage } from './coverage.ts';
import type { ExactQuestion } from './exact-facts.ts';
import { judgeExact } from './match-exact.ts';
import { afterOf, cursorAfter } from './osv-cursor.ts';
import { byPlace, type OsvReads, osvReads } from './osv-reads.ts';
import { decidingVersion, type OsvDecided } from './osv-version.ts';

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
    const stated = await osvStated(db, { name, ecosystem });
    const packages = stated.packages.filter((one) => one.ecosystem !== null);
    const bases = [...new Set(packages.map((one) => one.ecosystem ?? ''))];
    const where = ecosystem ?? (bases.length === 0 ? undefined : bases);
    const known = await packageCoverage(deps, ['osv'], where);
    const asked = await questionsOf(deps, input, bases, known);
    const effort = { signal: deps.signal, evaluated: deps.evaluated };
    const given = { ...input, after, isEvery: stated.isEvery, ...effort };
    return { page: await pageOf(osvReads(db, stated), packages, asked, given), ...known };
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

interface Found extends OsvDecided {
  /** One for each ecosystem that was asked. */
  readonly answers: readonly VerdictAnswer[];
  /** `places` has one more than fit on the page, where there are more. */
  readonly total: number;
  readonly complete: boolean;
}

type PageInput = Pick<OsvInput, 'version' | 'limit'> &
  Effort & {
    readonly after: After | null;
    /** All packages of the name were read. */
    readonly isEvery: boolean;
  };

async function pageOf(
  reads: OsvReads,
  packages: readonly NamedPackage[],
  asked: readonly OsvAsked[],
  input: PageInput,
) {
  const { version, limit } = input;
  const found =
    version === undefined ? await listed(reads, packages, asked, input) : await affecting(reads, asked, input);
  const shownPlaces = found.places.slice(0, limit);
  const items = await reads.items(shownPlaces.map(({ key }) => key));
  return {
    ...found,
    items: shownPlaces.flatMap(({ ecosystem, key }): [string, OsvItem][] => {
      const item = items.get(key);
      return item === undefined ? [] : [[ecosystem, item]];
    }),
  };
}

/** All records. Without a version there is nothing to evaluate: it only counts who has a record of the package. */
async function listed(
  reads: OsvReads,
  packages: readonly NamedPackage[],
  asked: readonly OsvAsked[],
  { after, limit, isEvery }: PageInput,
): Promise<Found> {
  const { places, total } = await reads.places(packages, after, limit + 1);
  const own = packages.filter(({ name }) => name !== '*');
  const { speakers: speaking } = await reads.exact.speakers(
    own.map(({ id }) => id),
    ['osv'],
    null,
  );
  const answers = asked.map(({ question, base, sources }) => {
    const speakers = own.flatMap((one): KnownSubject[] =>
      one.ecosystem === base && speaking.has(one.id) ? [{ subject: subjectOf(one), sources: ['osv'] }] : [],
    );
    const nothing = { collection: [], issues: [], found: [], aliases: [], records: [] };
    return matchPackage({ question, ...nothing, sources, speakers, complete: isEvery });
  });
  return { answers, places, total, undecided: [], complete: isEvery };
}

/** The records that include the version. */
async function affecting(
  reads: OsvReads,
  asked: readonly OsvAsked[],
  { after, limit, ...effort }: PageInput,
): Promise<Found> {
  const sourcesOf = new Map(asked.map(({ question, sources }) => [question, sources]));
  const judged = await judgeExact(reads.exact, [...sourcesOf.keys()], (question) => sourcesOf.get(question) ?? [], {
    sources: ['osv'],
    ...effort,
  });
  const stated = judged.map(({ question, judged: { outcomes } }) => ({
    ecosystem: schemeOf(question.ecosystem).base,
    outcomes,
  }));
  const { places, undecided } = await inSlices(decidingVersion(stated), effort.signal);
  return {
    answers: judged.map((one) => one.judged.verdict),
    places: places.filter((place) => after === null || byPlace(place, after) > 0).slice(0, limit + 1),
    total: places.length,
    undecided,
    complete: judged.every(({ facts }) => facts.complete !== false),
  };
}

/** From entries, so that an ecosystem may have any name, `__proto__` too. */
function byEcosystem(items: readonly (readonly [string, OsvItem])[]): Record<string, OsvItem[]> {
  const grouped = Map.groupBy(items, ([ecosystem]) => ecosystem);
  return Object.fromEntries([...grouped].map(([ecosystem, all]) => [ecosystem, all.map(([, item]) => item)]));
}

function cursorGiven({ cursor }: OsvInput): After | null {
  if (cursor === undefined) return null;
  const after = afterOf(cursor);
  if (after === null) throw invalidParameter('cursor', 'is not one of ours', 'Take `nextCursor` of the page before.');
  return after;
}

/** Names are case-sensitive (spec 4.3). One that this release does not know may still be one of OSV's, a new one. */
export async function refuseUnknown({ sourceStates }: Pick<Deps, 'sourceStates'>, ecosystem: string): Promise<void> {
  const { base, known } = schemeOf(ecosystem);
  if (known || (await sourceStates.osvEcosystems())?.has(base) === true) return;
  const meant = suggestEcosystem(ecosystem);
  throw invalidParameter(
    'ecosystem',
    `has the value '${shown(ecosystem)}': not an ecosystem of OSV`,
    meant === null ? `Known: ${ecosystemNames.join(', ')}.` : `Write ${meant}.`,
  );
}
