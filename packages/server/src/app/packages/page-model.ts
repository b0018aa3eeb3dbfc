import { lookupForm } from '@almanac/core/collection';
import { mostTelling } from '@almanac/core/matching';
import { canonicalName } from '@almanac/core/names';
import { aggregatorNames, latestVersion, readProject, repositoryVersions } from '@almanac/core/repology';
import { type CollectionPackageRow, collectionPackages } from '../../queries/collection-packages.ts';
import { fetchedRecord } from '../../queries/fetched-record.ts';
import type { Context } from '../context.ts';
import type { Deps } from '../deps.ts';
import { rebuildCosts } from '../graph/rebuild-costs.ts';
import { pageHealth } from '../health/page-health.ts';
import { packageHistory } from './history.ts';
import type { MatchDeps } from './judge-packages.ts';
import type { PackageAnswer, PackagePageModel, PackagePlace } from './page.ts';
import { versionGrid } from './version-grid.ts';
import { type MatchWindow, vulnsAnswer } from './vulns.ts';

/** Attributes that are shown of one name, and versions that are judged for one page. */
const MOST_PLACES = 40;
const MOST_JUDGED = 6;
/** Matches that are listed on one page. */
const PAGE_SIZE = 100;
/** Records that are evaluated for one page before the versions of other channels are left to their own pages. */
const MAX_EVALUATED = 2_000;

/** Everything that the page of a package shows, from storage alone; null where neither nixpkgs nor a record has the name. */
export async function packagePageModel(
  deps: MatchDeps & Pick<Deps, 'baseUrl' | 'graph' | 'now' | 'stagingRebuilds'>,
  { name, asked, page }: { readonly name: string; readonly asked: string | null; readonly page: number },
  charge: Context['charge'],
): Promise<PackagePageModel | null> {
  const names = [...new Set([name, canonicalName(name)].map(lookupForm))];
  const { rows, cut } = await deps.databases.readWithFallback((db) => collectionPackages(db, names, null));
  const isOwn = ({ attribute }: { readonly attribute: string }) => lookupForm(attribute) === lookupForm(name);
  // The package itself comes before others that go by its name, such as those of a language.
  const carried = [...rows.filter(isOwn), ...rows.filter((row) => !isOwn(row))].slice(0, MOST_PLACES);
  const answers = openAnswers(deps, { from: (page - 1) * PAGE_SIZE, count: PAGE_SIZE }, charge);
  // The version that the page is about comes first: of a giant package it is the only one that is judged.
  const attribute = carried.find(isOwn)?.attribute;
  if (asked !== null && attribute !== undefined) await answers.of(attribute, asked);
  const places: PackagePlace[] = [];
  for (const { channel, attribute, version } of carried) {
    const isJudged = answers.known(attribute, version) || answers.hasRoom();
    places.push({ channel, attribute, version, answer: isJudged ? await answers.of(attribute, version) : null });
  }
  const own = places.filter(isOwn);
  const first = mostTelling(own.length > 0 ? own : places, ({ answer }) => answer?.verdict ?? null);
  const shown = { name: first?.attribute ?? name, version: asked ?? first?.version ?? null };
  const answer = asked === null && first?.answer != null ? first.answer : await answers.of(shown.name, shown.version);
  const [repositories, health, history] = await Promise.all([
    repositoriesOf(deps, name),
    pageHealth(deps, shown.name),
    historyOf(
      deps,
      name,
      carried.find(({ attribute }) => attribute === shown.name),
      new Date(deps.now()),
    ),
  ]);
  // Records that surely do not apply to a version are not evaluated for it: the history has them all.
  const isKnown = rows.length > 0 || history.total > 0 || (answer.data.evaluated?.records ?? 0) > 0;
  if (!isKnown) return null;
  const used = [asked, ...places.flatMap((place) => (place.attribute === shown.name ? [place.version] : []))];
  return {
    name,
    asked,
    shown,
    answer,
    page,
    pageSize: PAGE_SIZE,
    places,
    placesLeft: { count: rows.length - carried.length, atLeast: cut.size > 0 },
    description: carried.find(({ description }) => description !== null)?.description ?? null,
    homepage: carried.find(({ homepage }) => homepage !== null)?.homepage ?? null,
    recordName: carried.find(({ attribute }) => attribute === shown.name)?.ecosystemName ?? name,
    maintainers: [...new Set(carried.flatMap(({ maintainers }) => maintainers))],
    repositories,
    grid: await loadGrid(
      deps,
      shown.name,
      used.filter((version) => version !== null),
      answer.data.evaluated?.records ?? 0,
    ),
    history,
    health,
    rebuilds: await rebuildCosts(
      deps,
      places.map(({ attribute }) => attribute),
    ),
    baseUrl: deps.baseUrl,
  };
}

/** With more records the page has no grid: reading them all would take too long. */
const MAX_GRID_RECORDS = 200;

async function loadGrid(
  deps: MatchDeps,
  name: string,
  used: readonly string[],
  records: number,
): Promise<PackagePageModel['grid']> {
  return records > MAX_GRID_RECORDS ? null : versionGrid(deps, name, used);
}

/** A language's package has its past under the name that it has there; where that is empty, under the name as such. */
async function historyOf(
  { databases }: Pick<Deps, 'databases'>,
  name: string,
  entry: CollectionPackageRow | undefined,
  now: Date,
): Promise<PackagePageModel['history']> {
  const read = (asked: string, ecosystem: string | undefined) =>
    databases.readWithFallback(
      async (db) => (await packageHistory(db, { name: asked, ecosystem, page: 1, limit: 1 }, now)).history,
    );
  if (entry?.ecosystem == null || entry.ecosystemName === null) return read(name, undefined);
  const own = await read(entry.ecosystemName, entry.ecosystem);
  return own.total > 0 ? own : read(entry.ecosystemName, undefined);
}

/** So many records that were evaluated weigh as much as a page. */
const HEAVY = 2_000;

interface Answers {
  of(name: string, version: string | null): Promise<PackageAnswer>;
  known(name: string, version: string | null): boolean;
  hasRoom(): boolean;
}

function keyOf(name: string, version: string | null): string {
  return JSON.stringify([name, version]);
}

/** Each name and version is judged once. The page is charged for what that takes: for every judgement after the first, and by records. */
function openAnswers(deps: MatchDeps, window: MatchWindow, charge: Context['charge']): Answers {
  const answers = new Map<string, PackageAnswer>();
  let evaluated = 0;
  return {
    known: (name, version) => answers.has(keyOf(name, version)),
    hasRoom: () => answers.size < MOST_JUDGED && evaluated < MAX_EVALUATED,
    async of(name, version) {
      const key = keyOf(name, version);
      const known = answers.get(key);
      if (known !== undefined) return known;
      if (answers.size > 0) await charge(1);
      const { data, envelopeFields } = await vulnsAnswer(deps, { package: name, version }, { at: null }, window);
      const records = data.evaluated?.records ?? 0;
      evaluated += records;
      await charge(Math.floor(records / HEAVY));
      const answer = { data, ...envelopeFields };
      answers.set(key, answer);
      return answer;
    },
  };
}

/** What is kept: a page asks nobody, since the aggregator's budget is for those who ask it by name. */
async function repositoriesOf(
  { databases, documents }: Pick<Deps, 'databases' | 'documents'>,
  name: string,
): Promise<PackagePageModel['repositories']> {
  return databases.readWithFallback(async (db) => {
    const kept = await fetchedRecord(db, 'repology', aggregatorNames(name).project);
    if (kept === null) return null;
    const [bytes] = await documents.unpack(db, [kept.packed]);
    const rows = readProject(JSON.parse(bytes?.toString() ?? 'null'));
    if (rows === null) return null;
    const checkedAt = (kept.confirmedAt ?? kept.observedAt).toISOString();
    return { versions: repositoryVersions(rows), latest: latestVersion(rows), checkedAt };
  });
}
