import type { MyFinding } from '@almanac/contract';
import type { Match } from '@almanac/core/matching';
import { listedSince } from '@almanac/core/my-packages';
import { inOneTrip } from '../../platform/db.ts';
import { carriedDates, statementDates } from '../../queries/statement-dates.ts';
import type { Db } from '../../store/database.ts';
import { vulnerabilitySummaries } from '../cve/vulnerability-summaries.ts';
import { idsOfMatch } from '../packages/match-risks.ts';
import type { Board } from '../tracker/board.ts';
import type { ListedVersion } from './list-questions.ts';

/** A match of one version of the list. */
export interface ListedMatch {
  readonly version: ListedVersion;
  readonly match: Match;
}

export interface MatchDates {
  /** When the vulnerability became known: the earliest date of its ids. */
  readonly published: string | null;
  /** When the match entered the list. */
  readonly listedSince: string | null;
}

/** Matches of one answer that are dated by their statements; the others have the date of publication. */
const MAX_DATED = 1_000;

/** The dates of each match, in order. */
export async function datesOfMatches(db: Db, listed: readonly ListedMatch[]): Promise<readonly MatchDates[]> {
  const dated = listed.slice(0, MAX_DATED);
  const statements = dated.map(({ version, match }) => {
    return { vulnerability: match.id, package: subjectOf(match) ?? version.package };
  });
  const versions = dated.map(({ version: { package: attribute, version } }) => ({ attribute, version }));
  const [summaries, stated, carried] = await inOneTrip(db, (trip) =>
    Promise.all([
      vulnerabilitySummaries(trip, [...new Set(listed.flatMap(({ match }) => idsOfMatch(match)))]),
      statementDates(trip, statements),
      carriedDates(trip, versions),
    ]),
  );
  return listed.map(({ version, match }, place) => {
    const dates = idsOfMatch(match).flatMap((id) => summaries.get(id)?.published?.toISOString() ?? []);
    const published = dates.toSorted()[0] ?? null;
    const isCarried = version.channels.length > 0;
    return {
      published,
      listedSince: listedSince({
        published,
        stated: stated[place]?.toISOString() ?? null,
        carried: isCarried ? (carried[place]?.toISOString() ?? null) : null,
      }),
    };
  });
}

/** What the strongest record calls the package. */
function subjectOf({ proof }: Match): string | undefined {
  return proof.evidence.find(({ kind }) => kind === 'record')?.identity.to;
}

/** The newest open issue of the collection about each match. */
export function issuesOfMatches({ cves }: Board): (match: Match) => MyFinding['issue'] {
  const tracked = new Map(cves.map((cve) => [cve.id, cve]));
  return (match) => {
    for (const id of idsOfMatch(match)) {
      const cve = tracked.get(id);
      const open = cve?.issues.find(({ state }) => state === 'open');
      if (cve !== undefined && open !== undefined) return { number: open.number, url: open.url, stage: cve.stage };
    }
    return undefined;
  };
}
