import type { Coverage, OsvItem, OsvQueryResult, Verdict } from '@almanac/contract';
import { compareText, ecosystemNames, packageVerdict, releaseFit, schemeOf, suggestEcosystem } from '@almanac/core';
import { allAffectedRows } from '../../queries/affected-rows.ts';
import { osvItems } from '../../queries/osv-items.ts';
import { type After, type OsvPlace, osvOfPackages } from '../../queries/osv-of-packages.ts';
import { packageSpeakers } from '../../queries/package-speakers.ts';
import { ecosystemOf, type NamedPackage, packagesNamed } from '../../queries/packages-named.ts';
import type { Db } from '../../store/database.ts';
import type { Deps } from '../deps.ts';
import { invalidParameter, shown } from '../errors.ts';
import { packageCoverage } from './coverage.ts';
import { afterOf, cursorAfter } from './osv-cursor.ts';
import { decideVersion } from './osv-version.ts';

export interface OsvInput {
  readonly name: string;
  readonly ecosystem: string | undefined;
  readonly version: string | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

export interface OsvAnswer {
  readonly data: OsvQueryResult;
  readonly beside: Coverage & { readonly verdict: Verdict };
}

/** Entries that are evaluated for one answer: more than any package of a registry, or of one release, has. */
const MOST_EVALUATED = 20_000;
const UNDECIDED_SHOWN = 50;

/** What the mirror of OSV says of a package. */
export async function osvAnswer(deps: Deps, input: OsvInput): Promise<OsvAnswer> {
  const { name, ecosystem, version } = input;
  const after = cursorGiven(input);
  const { databases } = deps;
  if (ecosystem !== undefined) await refuseUnknown(deps, ecosystem);
  const { packages, page } = await databases.readWithFallback(async (db) => {
    const named = await packagesNamed(db, [{ name, ecosystem }]);
    const inEcosystems = named.packages.flat().filter((one) => one.ecosystem !== null);
    const found = await pageOf(db, inEcosystems, input, after);
    return { packages: inEcosystems, page: { ...found, complete: found.complete && named.complete } };
  });
  const bases = [...new Set(packages.map((one) => one.ecosystem ?? ''))];
  const where = ecosystem ?? (bases.length === 0 ? undefined : bases);
  const { coverage, asOf, vouching } = await packageCoverage(deps, ['osv'], where);
  const verdict = packageVerdict({ ...page, version: version ?? null, vouched: page.known && vouching.has('osv') });
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
    beside: { verdict, coverage, asOf },
  };
}

type Found = Pick<ReturnType<typeof decideVersion>, 'evaluations' | 'undecided'> & {
  /** One more than fit on the page, where there are more. */
  readonly places: readonly OsvPlace[];
  readonly total: number;
  readonly complete: boolean;
  /** OSV has records of it, and the release is named where there are releases. */
  readonly known: boolean;
};

async function pageOf(db: Db, packages: readonly NamedPackage[], input: OsvInput, after: After | null) {
  const found = await find(db, packages, input, after);
  const shownPlaces = found.places.slice(0, input.limit);
  const items = await osvItems(
    db,
    shownPlaces.map(({ recordId }) => recordId),
  );
  return {
    ...found,
    items: shownPlaces.flatMap(({ ecosystem, recordId }): [string, OsvItem][] => {
      const item = items.get(recordId);
      return item === undefined ? [] : [[ecosystem, item]];
    }),
  };
}

async function find(
  db: Db,
  packages: readonly NamedPackage[],
  { name, ecosystem, version, limit }: OsvInput,
  after: After | null,
): Promise<Found> {
  if (version === undefined) {
    const listed = await osvOfPackages(db, packages, after, limit + 1);
    return { ...listed, evaluations: [], undecided: [], complete: true, known: false };
  }
  const asked = packages.map((one) => ({ package: one, version }));
  const { rows, complete } = await allAffectedRows(db, { asked, sources: ['osv'], at: null }, MOST_EVALUATED);
  const { places, undecided, evaluations } = decideVersion(rows, { name, ecosystem, version });
  const own = packages.filter((one) => one.name !== '*');
  const speaks =
    rows.some(({ asked: of }) => of.package.name !== '*') ||
    (
      await packageSpeakers(
        db,
        own.map(({ id }) => id),
        ['osv'],
      )
    ).size > 0;
  const isNamed = own.every((one) => releaseFit(ecosystemOf(one), ecosystem ?? one.ecosystem ?? '') === 'same');
  return {
    places: places.filter((place) => after === null || isBehind(place, after)).slice(0, limit + 1),
    total: places.length,
    undecided,
    evaluations,
    complete,
    known: speaks && isNamed,
  };
}

function isBehind(place: OsvPlace, after: After): boolean {
  return (compareText(place.ecosystem, after.ecosystem) || compareText(place.key, after.key)) > 0;
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

/** Names are case-sensitive (contract 4.3). One that this release does not know may still be one of OSV's, a new one. */
export async function refuseUnknown({ sourceStates }: Deps, ecosystem: string): Promise<void> {
  const { base, known } = schemeOf(ecosystem);
  if (known || (await sourceStates.osvEcosystems())?.has(base) === true) return;
  const meant = suggestEcosystem(ecosystem);
  throw invalidParameter(
    'ecosystem',
    `has the value '${shown(ecosystem)}': not an ecosystem of OSV`,
    meant === null ? `Known: ${ecosystemNames.join(', ')}.` : `Write ${meant}.`,
  );
}
