import { feedOfDatabase } from '../feed/feed-of-world.ts';
import type { FeedRecord, Fields, RecordFeed } from '../feed/record-feed.ts';
import { instantsOf, stateAt, type Timeline } from '../world/timeline.ts';
import type { OsvRecord, Vulnerability } from '../world/vulnerability.ts';
import { instantOf } from '../world/when.ts';
import type { World } from '../world/world.ts';
import { goTime } from './dates.ts';
import { advisoryRecord, recordOf } from './record.ts';

/** Reviewed advisories and the other home databases. */
export function osvFeed(world: World, start: number): RecordFeed {
  return feedOfDatabase(world, (vulnerability) => {
    const records = (vulnerability.osv ?? []).map((timeline) => ownRecord(vulnerability, timeline, start));
    return vulnerability.advisory === undefined
      ? records
      : [advisory(vulnerability, vulnerability.advisory, start), ...records];
  });
}

function advisory(
  vulnerability: Vulnerability,
  timeline: NonNullable<Vulnerability['advisory']>,
  start: number,
): FeedRecord {
  const { ghsa } = timeline[0].set;
  const value = (at: number): Fields | null => {
    const state = stateAt(timeline, at, start);
    // OSV imports only reviewed ones.
    if (state === null || state.type !== 'reviewed') return null;
    const named = state.namesCve === false ? [] : [vulnerability.id];
    const names = { aliases: [...named, ...siblings(vulnerability, at, start, [ghsa, ...named])] };
    const published = instantOf(state.publishedAs ?? timeline[0].at, start);
    return advisoryRecord(state, told(vulnerability, at, start), dates(ghsa, at, published, timeline, start), names);
  };
  return revised(ghsa, timeline, vulnerability, start, value);
}

function ownRecord(vulnerability: Vulnerability, timeline: Timeline<OsvRecord>, start: number): FeedRecord {
  const { id } = timeline[0].set;
  const value = (at: number): Fields | null => {
    const state = stateAt(timeline, at, start);
    if (state === null || state.dropped === true) return null;
    const { upstream, related } = state;
    const names = {
      aliases: state.aliases ?? [],
      ...(upstream === undefined ? {} : { upstream }),
      ...(related === undefined ? {} : { related }),
    };
    const published = instantOf(state.publishedAs ?? timeline[0].at, start);
    return recordOf(state, told(vulnerability, at, start), dates(id, at, published, timeline, start), names);
  };
  return revised(id, timeline, vulnerability, start, value);
}

/** A record is rewritten when its database or the facts change, or when a new alias is found. */
function revised(
  id: string,
  timeline: Timeline<object>,
  { facts, osv, advisory: reviewed, apart, reexported = [] }: Vulnerability,
  start: number,
  value: (at: number) => Fields | null,
): FeedRecord {
  const first = instantOf(timeline[0].at, start);
  const neighbours = [...(osv ?? []), ...(reviewed === undefined ? [] : [reviewed])].map(([each]) =>
    instantOf(each.at, start),
  );
  const told = apart === true ? [] : [...instantsOf(facts, start), ...neighbours];
  const written = reexported.map((at) => instantOf(at, start));
  const later = [...instantsOf(timeline, start), ...told, ...written].filter((at) => at > first);
  const instants = [...new Set([first, ...later])].sort((a, b) => a - b);
  return { id, revisions: instants.map((at) => ({ at, value: () => value(at) })) };
}

/** Existing records that share an alias. */
function siblings({ osv }: Vulnerability, at: number, start: number, ids: readonly string[]): string[] {
  return (osv ?? []).flatMap((timeline) => {
    const state = stateAt(timeline, at, start);
    const named = state?.aliases?.some((alias) => ids.includes(alias)) === true;
    return state !== null && named && state.withdrawn !== true ? [state.id] : [];
  });
}

function told({ facts }: Vulnerability, at: number, start: number) {
  return stateAt(facts, at, start);
}

function dates(
  id: string,
  at: number,
  published: number,
  timeline: Timeline<{ readonly withdrawn?: boolean }>,
  start: number,
) {
  const withdrawal = timeline.findLast(
    (step) => step.set.withdrawn !== undefined && instantOf(step.at, start) <= at && step.set.withdrawn,
  );
  return {
    modified: goTime(at, id),
    published: new Date(published).toISOString().replace('.000Z', 'Z'),
    ...(withdrawal === undefined
      ? {}
      : { withdrawn: new Date(instantOf(withdrawal.at, start)).toISOString().replace('.000Z', 'Z') }),
  };
}
