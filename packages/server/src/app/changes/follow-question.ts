import type { getChanges } from '@almanac/contract';
import { type ChangeFilter, type WatchedPackage, watchedPackage } from '@almanac/core/changes';
import { readPackageList } from '@almanac/core/my-packages';
import { parsePackageReference } from '@almanac/core/purl';
import { purlQuestion } from '@almanac/core/scan';
import type { z } from 'zod';
import type { ChangePlace } from '../../queries/newest-change.ts';
import type { Db } from '../../store/database.ts';
import type { Deps } from '../deps.ts';
import { cursorGone, invalidParameter } from '../errors.ts';
import { collectionFacts } from '../judging/collection-facts.ts';
import { requiredInAddress } from '../my-packages/chosen.ts';
import type { MatchDeps } from '../packages/judge-packages.ts';
import { verdictsOfChannel } from './channel-verdicts.ts';
import { placeOfCursor } from './cursor.ts';
import { type FollowedVersion, followedVersions } from './followed-versions.ts';
import type { Judge } from './passing-changes.ts';
import { verdictsOfRecord } from './verdict-changes.ts';

type FollowQuery = Pick<
  z.output<typeof getChanges.query>,
  'after' | 'packages' | 'ecosystems' | 'severity' | 'exploited' | 'verdicts'
>;

/** Where the caller has come to: behind the newest change where it says nothing. Refuses a cursor of another history. */
export async function placeAsked(
  { changes }: Pick<Deps, 'changes'>,
  after: string | undefined,
): Promise<ChangePlace | null> {
  if (after === undefined) return changes.newest();
  if (after === 'start') return null;
  const place = placeOfCursor(after);
  if (place === undefined) {
    throw invalidParameter('after', 'is not a valid cursor', 'Use the `cursor` of a response unchanged, or `start`.');
  }
  if (place !== null && !(await changes.has(place))) throw cursorGone();
  return place;
}

/** What a follower wants to see, and how it is judged; null: it is not. */
export interface Followed {
  readonly filter: ChangeFilter;
  readonly versions: readonly FollowedVersion[] | null;
}

export async function followAsked(deps: Pick<Deps, 'databases'>, query: FollowQuery): Promise<Followed> {
  const { packages, verdicts = false } = query;
  if (!verdicts) return { filter: await filterAsked(deps, query), versions: null };
  if (packages === undefined) throw invalidParameter('verdicts', 'requires packages', 'Add names or package URLs.');
  const versions = await deps.databases.readWithFallback((db) => followedVersions(db, packages));
  const filter = { ...(await filterAsked(deps, { ...query, packages: undefined })) };
  return { filter: { ...filter, packages: versions.map(({ watched }) => watched) }, versions };
}

/** Tells of the changes that change a verdict about the versions. */
export function judgeOf(
  deps: MatchDeps & Pick<Deps, 'documents' | 'changes'>,
  versions: readonly FollowedVersion[] | null,
): Judge | null {
  if (versions === null) return null;
  return {
    async record(change) {
      const verdicts = await verdictsOfRecord(deps, change, versions);
      return verdicts.length === 0 ? null : { ...change.told, verdicts: [...verdicts] };
    },
    carried: (entry) => verdictsOfChannel(deps, entry, versions),
  };
}

async function filterAsked(
  { databases }: Pick<Deps, 'databases'>,
  { packages, ecosystems, severity, exploited }: FollowQuery,
): Promise<ChangeFilter> {
  return {
    packages: packages === undefined ? null : await databases.readWithFallback((db) => watchedOf(db, packages)),
    ecosystems: listed('ecosystems', ecosystems),
    severities: severity === undefined ? null : severitiesOf(severity),
    exploited: exploited ?? null,
  };
}

async function watchedOf(db: Db, text: string): Promise<readonly WatchedPackage[]> {
  const { packages } = requiredInAddress({ packages: text });
  const questions = (packages ?? []).map((entry) => {
    const read = parsePackageReference(entry);
    if (read.kind === 'name') return { package: read.name, version: read.version };
    const { question, problem, parsed } = purlQuestion(read.purl);
    if (question === null) {
      throw invalidParameter('packages', `names a package that no source covers: ${problem ?? parsed?.reason}`);
    }
    return question;
  });
  const collection = await collectionFacts(db, questions, null);
  return questions.map((question, i) => watchedPackage(question, collection[i]?.facts ?? []));
}

const MOST_ECOSYSTEMS = 20;
const SEVERITIES: ReadonlySet<string> = new Set(['critical', 'high', 'medium', 'low', 'none', 'unknown']);

function listed(name: string, text: string | undefined): ReadonlySet<string> | null {
  if (text === undefined) return null;
  const entries = new Set(readPackageList(text.toLowerCase()));
  if (entries.size === 0) throw invalidParameter(name, 'is empty');
  if (entries.size > MOST_ECOSYSTEMS) throw invalidParameter(name, `names more than ${MOST_ECOSYSTEMS}`);
  return entries;
}

function severitiesOf(text: string): ReadonlySet<string> | null {
  const wanted = listed('severity', text);
  const other = [...(wanted ?? [])].find((word) => !SEVERITIES.has(word));
  if (other !== undefined) {
    throw invalidParameter(
      'severity',
      'contains an invalid value',
      `Use one or more of ${[...SEVERITIES].join(', ')}.`,
    );
  }
  return wanted;
}
