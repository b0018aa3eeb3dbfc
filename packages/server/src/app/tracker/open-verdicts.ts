import { hasCurrentSources } from '@almanac/core/matching';
import { type ChannelVerdict, type JudgedCve, judgeOpen, type OpenVerdict, subjectsOf } from '@almanac/core/tracker';
import { keptAggregate } from '../../queries/kept-aggregate.ts';
import type { TrackerIssue } from '../../queries/tracker-issues.ts';
import type { AlmanacDatabases } from '../../store/database.ts';
import { AGGREGATES } from '../aggregates/list.ts';
import type { KeptVerdicts } from '../aggregates/open-verdicts.ts';
import type { SourceStates } from '../sources/source-states.ts';

/** Verdicts about open issues, and about CVEs with open issues, from what the worker judged last. */
export interface OpenVerdicts {
  /** Null for an issue that is closed or no longer tracked, which is not judged. */
  ofIssue(issue: TrackerIssue): OpenVerdict | null;
  /** Null if every issue about the CVE is closed. */
  ofCve(cve: { readonly id: string; readonly issues: readonly TrackerIssue[] }): OpenVerdict | null;
}

export async function readOpenVerdicts({
  databases,
  sourceStates,
}: {
  readonly databases: AlmanacDatabases;
  readonly sourceStates: SourceStates;
}): Promise<OpenVerdicts> {
  const { name, version } = AGGREGATES['open-verdicts'];
  const kept = await databases.readWithFallback((db) => keptAggregate(db, name));
  const cves = kept?.version === version ? (kept.value as KeptVerdicts).cves : {};
  const judged = new Map(
    Object.entries(hasCurrentSources('collection', await sourceStates.read()) ? cves : doubtVerdicts(cves)),
  );
  return {
    ofIssue: (issue) =>
      issue.state === 'open' && issue.tracked ? judgeOpen(subjectsOf(issue), issue.packages, judged) : null,
    ofCve({ id, issues }) {
      const open = issues.filter(({ state }) => state === 'open');
      return open.length === 0
        ? null
        : judgeOpen(
            [id],
            open.flatMap(({ packages }) => packages),
            judged,
          );
    },
  };
}

export type VerdictCounts = Record<OpenVerdict['verdict'], number>;

/** Counts verdicts; closed issues have none. */
export function countVerdicts(verdicts: readonly (OpenVerdict | null)[]): VerdictCounts {
  const counts = { affected: 0, unknown: 0, not_affected: 0 };
  for (const each of verdicts) if (each !== null) counts[each.verdict] += 1;
  return counts;
}

/** Turns clear verdicts into unknown ones: a source that has fallen behind may have a record by now. */
function doubtVerdicts(cves: KeptVerdicts['cves']): KeptVerdicts['cves'] {
  return Object.fromEntries(
    Object.entries(cves).map(([id, { places, ...judged }]): [string, JudgedCve] => [
      id,
      { ...judged, places: places.map(doubtPlace) },
    ]),
  );
}

function doubtPlace(place: ChannelVerdict): ChannelVerdict {
  return place.verdict === 'not_affected' ? { ...place, verdict: 'unknown', unknownReasons: ['source_stale'] } : place;
}
