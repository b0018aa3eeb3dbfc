import { setTimeout as sleep } from 'node:timers/promises';
import { changeExists } from '../../queries/change-exists.ts';
import { type ChangeEntry, changesAfter, formatPosition } from '../../queries/changes.ts';
import type { Documents } from '../../queries/documents.ts';
import { type ChangePlace, newestChange } from '../../queries/newest-change.ts';
import type { AlmanacDatabases } from '../../store/database.ts';
import { isAfter } from './cursor.ts';
import { type JudgedChanges, openJudgedChanges } from './judged-changes.ts';
import { type ToldChange, toldChanges } from './told-change.ts';

/** The order of changes, read for all who follow it: those who have come to the same place share one reading. */
export interface ChangeLog {
  /** What comes after a place, in order; null: from the beginning. */
  after(place: ChangePlace | null): Promise<LogPage>;
  newest(): Promise<ChangePlace | null>;
  /** Whether this very change is in the log; after a restore it may not be. */
  has(place: ChangePlace): Promise<boolean>;
  /** Settles when something comes after the place, when the time is up, or when the log closes; rejects with the signal. */
  beyond(place: ChangePlace | null, milliseconds: number, signal: AbortSignal): Promise<void>;
  readonly limits: FollowLimits;
  /** What changes came to for those who follow verdicts. */
  readonly judged: JudgedChanges;
  /** Aborted when the process is about to end: nobody waits on. */
  readonly closing: AbortSignal;
  close(): void;
}

export interface LogPage {
  readonly changes: readonly ToldChange[];
  /** Entries of the collection among them, of which only those are told who follow verdicts. */
  readonly carried: readonly ChangeEntry[];
  /** The last place that was read, of a change that is told or not. */
  readonly end: ChangePlace | null;
  /** More may come after it. */
  readonly full: boolean;
}

/** How long followers may stay, in milliseconds. */
export interface FollowLimits {
  readonly wait: number;
  readonly stream: number;
  readonly heartbeat: number;
  /** A reader that takes nothing for so long is let go. */
  readonly slow: number;
}

const USUAL_LIMITS: FollowLimits = { wait: 25_000, stream: 3_600_000, heartbeat: 15_000, slow: 10_000 };

/** Entries of the log that are read at once. */
const LOG_PAGE = 100;
/** How often the log is looked at while someone waits, and how long a reading is shared. */
const POLL_MS = 500;
const SHARED_MS = 2_000;
/** Readings that are kept: followers are at the end of the log, or somewhere on their way. */
const MOST_KEPT = 32;

export function openChangeLog(
  databases: AlmanacDatabases,
  documents: Documents,
  limits: FollowLimits = USUAL_LIMITS,
): ChangeLog {
  const closing = new AbortController();
  const pages = new Map<string, { readonly at: number; readonly page: Promise<LogPage> }>();
  const waiting = new Set<(newest: ChangePlace | null) => void>();
  let polling = false;

  return {
    after(place) {
      const position = place === null ? '' : formatPosition(place);
      const kept = pages.get(position);
      if (kept !== undefined && performance.now() - kept.at < SHARED_MS) return kept.page;
      const page = read(place);
      pages.delete(position);
      pages.set(position, { at: performance.now(), page });
      for (const oldest of pages.keys()) {
        if (pages.size <= MOST_KEPT) break;
        pages.delete(oldest);
      }
      page.then(
        // A page with room at its end may grow at any moment: only those who asked together share it.
        ({ full }) => full || forget(position, page),
        () => forget(position, page),
      );
      return page;
    },
    newest: () => databases.readWithFallback(newestChange),
    async has(place) {
      // A replica may be behind what another process has read from the primary.
      return (
        (await databases.readWithFallback((db) => changeExists(db, place))) || changeExists(databases.primary, place)
      );
    },
    beyond,
    limits,
    judged: openJudgedChanges(),
    closing: closing.signal,
    close: () => closing.abort(),
  };

  function forget(position: string, page: Promise<LogPage>): void {
    if (pages.get(position)?.page === page) pages.delete(position);
  }

  function read(place: ChangePlace | null): Promise<LogPage> {
    return databases.readWithFallback(async (db) => {
      const { changes } = await changesAfter(db, place === null ? null : formatPosition(place), LOG_PAGE);
      return {
        changes: await toldChanges(db, documents, changes),
        carried: changes.filter(({ source }) => source === 'packages'),
        end: changes.at(-1) ?? place,
        full: changes.length === LOG_PAGE,
      };
    });
  }

  function beyond(place: ChangePlace | null, milliseconds: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    if (closing.signal.aborted || milliseconds <= 0) return Promise.resolve();
    const timer = setTimeout(resolve, milliseconds);
    const leave = () => reject(signal.reason as Error);
    const look = (newest: ChangePlace | null) => {
      if (isAfter(newest, place)) resolve();
    };
    const close = () => resolve();
    waiting.add(look);
    signal.addEventListener('abort', leave);
    closing.signal.addEventListener('abort', close);
    void poll();
    return promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(look);
      signal.removeEventListener('abort', leave);
      closing.signal.removeEventListener('abort', close);
    });
  }

  /** One question for all who wait; none while nobody does. */
  async function poll(): Promise<void> {
    if (polling) return;
    polling = true;
    try {
      while (waiting.size > 0 && !closing.signal.aborted) {
        // Whoever cannot be told yet goes on waiting: the next look may succeed.
        const newest = await databases.readWithFallback(newestChange).catch(() => null);
        for (const look of waiting) look(newest);
        await sleep(POLL_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      }
    } finally {
      polling = false;
    }
  }
}
