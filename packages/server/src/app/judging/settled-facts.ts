import { cvesOfCollection, type KnownSubject, type MatchFacts, type MatchQuestion } from '@almanac/core/matching';
import { inOneTrip } from '../../platform/db.ts';
import { type AskedVersion, packageStanding } from '../../queries/package-standing.ts';
import { subjectOf } from '../../queries/packages-named.ts';
import type { Db } from '../../store/database.ts';
import { collectionFacts } from './collection-facts.ts';
import {
  ecosystemsOf,
  type GatheredFacts,
  type GatherOptions,
  issuesOf,
  type Meant,
  meantBy,
  momentIn,
  RECORD_SOURCES,
} from './gather-facts.ts';

/** Everything that a question is judged from of which nothing may hold. */
export interface SettledFacts extends Pick<GatheredFacts, 'ecosystems'> {
  readonly facts: Omit<MatchFacts, 'sources'>;
}

/**
 * Of many questions by name, in their order, the facts of those for which no record, no issue and nothing that the collection says may
 * hold: four queries for all of them, in which no statement is read. Null for the others.
 */
export async function settledFacts(
  db: Db,
  questions: readonly MatchQuestion[],
  options: Pick<GatherOptions, 'at' | 'clock'>,
): Promise<readonly (SettledFacts | null)[]> {
  const moment = momentIn(options);
  const collections = await collectionFacts(db, questions, options.at);
  const [meant, { issues, cut }] = await inOneTrip(db, (trip) =>
    Promise.all([meantBy(trip, questions, collections), issuesOf(trip, questions, collections, moment)]),
  );
  const tracked = new Set(issues.flatMap(({ names }) => [...names]));
  const asked: AskedVersion[] = [];
  const placesOf = meant.map(({ question: { version }, packages }) =>
    packages.map((one) => asked.push({ package: one, version }) - 1),
  );
  const standings = await packageStanding(db, asked, RECORD_SOURCES, moment);
  return meant.map((one, place) => {
    const standing = (placesOf[place] ?? []).map((each) => standings[each]);
    const { question, collection, complete } = one;
    const mayHold =
      tracked.has(place) ||
      standing.some((each) => each?.mayHold === true) ||
      cvesOfCollection({ question, collection }).length > 0;
    if (mayHold) return null;
    const speakers = speakersOf(one, (i) => standing[i]?.speakers ?? []);
    const nothing = { issues: [], found: [], aliases: [], records: [] };
    const facts = { question, collection, ...nothing, speakers, complete: complete && !cut.has(place) };
    return { facts, ecosystems: ecosystemsOf(one.context) };
  });
}

function speakersOf({ packages }: Meant, sourcesOf: (place: number) => readonly string[]): readonly KnownSubject[] {
  return packages.flatMap((one, i) => {
    const sources = sourcesOf(i);
    return sources.length === 0 ? [] : [{ subject: subjectOf(one), sources }];
  });
}
