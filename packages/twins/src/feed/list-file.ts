import type { Answer, TwinRequest } from '../frame/answer.ts';
import { DOCUMENT_FAULTS, type DocumentFault, type DocumentFaultKind } from '../frame/fault.ts';
import { lazy } from '../frame/memo.ts';
import type { TwinDefinition } from '../frame/twin.ts';
import type { Timeline } from '../world/timeline.ts';
import { stateAt } from '../world/timeline.ts';
import type { Vulnerability } from '../world/vulnerability.ts';
import { instantOf } from '../world/when.ts';
import type { World } from '../world/world.ts';
import { feedOfDatabase } from './feed-of-world.ts';
import { type Fields, isRecordFeed, type RecordFeed } from './record-feed.ts';
import { isWithdrawn, remaining, type ShownRecord, shownRecords, type Writing } from './shown.ts';

/** An upstream that publishes everything in a single file; removed records are missing from it. */
export interface ListFile<T extends Listed> {
  readonly source: string;
  readonly path: string;
  /** The content type; plain text by default. */
  readonly type?: string;
  readonly writing: Writing;
  /** Faults that other lists cannot have. */
  readonly rareFaults?: readonly DocumentFaultKind[];
  timeline(vulnerability: Vulnerability): Timeline<T> | undefined;
  idOf(vulnerability: Vulnerability, entry: T): string;
  /** The entry as it has been since `since`. */
  record(vulnerability: Vulnerability, entry: T, since: number, start: number): Fields;
  order(a: string, b: string): number;
  document(records: readonly ShownRecord[], faults: readonly DocumentFault[]): Buffer;
}

interface Listed {
  /** False if it was withdrawn. */
  readonly listed: boolean;
}

export function listFileTwin<T extends Listed>(source: World | RecordFeed, file: ListFile<T>): TwinDefinition {
  return {
    source: file.source,
    documentFaults: [...DOCUMENT_FAULTS, ...(file.rareFaults ?? [])],
    open({ clock }) {
      const feed = isRecordFeed(source) ? source : worldFeed(source, file, clock.start);
      const records = lazy(() => [...feed.records()].toSorted((a, b) => file.order(a.id, b.id)));
      const instants = lazy(() => records().flatMap(({ revisions }) => revisions.map(({ at }) => at)));
      return [{ path: file.path, handle }];

      function handle({ now, faults }: TwinRequest): Answer {
        const standing = records().filter(({ id }) => !isWithdrawn(id, faults));
        const shown = [...remaining(shownRecords(standing, { instant: now, faults }, file.writing), faults)];
        const modified = instants().reduce((latest, at) => (at <= now && at > latest ? at : latest), 0);
        return { type: file.type ?? 'text/plain; charset=utf-8', modified, body: file.document(shown, faults) };
      }
    },
  };
}

function worldFeed<T extends Listed>(world: World, file: ListFile<T>, start: number): RecordFeed {
  return feedOfDatabase(world, (vulnerability) => {
    const timeline = file.timeline(vulnerability);
    if (timeline === undefined) return [];
    const revisions = timeline.map((step) => {
      const at = instantOf(step.at, start);
      const entry = stateAt(timeline, at, start);
      const value = () => (entry?.listed === true ? file.record(vulnerability, entry, at, start) : null);
      return { at, value };
    });
    return [{ id: file.idOf(vulnerability, timeline[0].set), revisions }];
  });
}
