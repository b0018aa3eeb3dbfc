import type { getChanges } from '@almanac/contract';
import { type ChangeFilter, type WatchedPackage, watchedPackage } from '@almanac/core/changes';
import { readListEntry, readPackageList } from '@almanac/core/my-packages';
import type { z } from 'zod';
import type { ChangePlace } from '../../queries/newest-change.ts';
import type { Db } from '../../store/database.ts';
import type { Deps } from '../deps.ts';
import { cursorGone, invalidParameter } from '../errors.ts';
import { collectionFacts } from '../judging/collection-facts.ts';
import { requiredInAddress } from '../my-packages/chosen.ts';
import { purlQuestion } from '../packages/purl-question.ts';
import { parseCursor } from './cursor.ts';

export type FollowQuery = Pick<
  z.output<typeof getChanges.query>,
  'after' | 'packages' | 'ecosystems' | 'severity' | 'exploited'
>;

/** Where the caller has come to: behind the newest change where it says nothing. Refuses a cursor of another history. */
export async function placeAsked(
  { changes }: Pick<Deps, 'changes'>,
  after: string | undefined,
): Promise<ChangePlace | null> {
  if (after === undefined) return changes.newest();
  if (after === 'start') return null;
  const place = parseCursor(after);
  if (place === undefined) {
    throw invalidParameter('after', 'is none of our cursors', 'Give `cursor` of an answer as it is, or `start`.');
  }
  if (place !== null && !(await changes.has(place))) throw cursorGone();
  return place;
}

export async function filterAsked(
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
    const read = readListEntry(entry);
    if (read.kind === 'name') return { package: read.name, version: read.version };
    const { question, problem, parsed } = purlQuestion(read.purl);
    if (question === null) {
      throw invalidParameter('packages', `names a package that nobody covers: ${problem ?? parsed?.reason}`);
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
    throw invalidParameter('severity', 'has another word', `Write one or more of ${[...SEVERITIES].join(', ')}.`);
  }
  return wanted;
}
