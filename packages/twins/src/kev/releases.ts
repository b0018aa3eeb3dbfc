import { type Fields, listOf, type RecordFeed, type Revision } from '../feed/record-feed.ts';
import type { DocumentFault } from '../frame/fault.ts';
import { lazy } from '../frame/memo.ts';
import type { World } from '../world/world.ts';
import { catalogueBytes, entriesAt, type KevEntry, releasesOf } from './catalogue.ts';

interface Releases {
  before(instant: number): number;
  bytes(release: number, faults: readonly DocumentFault[]): Buffer;
}

export function worldReleases(world: World, start: number): Releases {
  const listed = lazy(() => Array.from(world.entries()).filter(({ kev }) => kev !== undefined));
  const instants = lazy(() => releasesOf(listed(), start));
  return {
    before: (instant) => instants().findLast((at) => at <= instant) ?? start,
    bytes: (release, faults) => catalogueBytes(entriesAt(listed(), release, start), release, faults),
  };
}

/** Each given record is a whole catalogue, whatever its id. */
export function givenReleases(feed: RecordFeed): Releases {
  const all: Revision[] = [];
  for (const { revisions } of feed.records()) all.push(...revisions);
  all.sort((a, b) => a.at - b.at);
  return {
    before: (instant) => all.findLast(({ at }) => at <= instant)?.at ?? 0,
    bytes(release, faults) {
      const given = all.findLast(({ at }) => at <= release);
      if (given?.bytes !== undefined && faults.length === 0) return given.bytes();
      const { vulnerabilities, ...head }: Fields = given?.value() ?? {};
      return catalogueBytes(listOf(vulnerabilities) as readonly KevEntry[], release, faults, head);
    },
  };
}
