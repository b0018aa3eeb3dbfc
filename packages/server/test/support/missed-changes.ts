import { crc32 } from 'node:zlib';
import { type Fault, fromRecords, type GivenRecord, madeUpCveId, nvd, stillClock } from '@almanac/twins';
import { RECORD_OF } from './faults/records.ts';
import { currentVersions, type FaultStore, versionsAfter } from './faults/store.ts';
import { openTwin } from './faults/upstream.ts';

export interface MissedChangesOptions {
  readonly weeks: number;
  readonly records: number;
  readonly changesPerDay: number;
  readonly hoursBetweenDeltas: number;
  /** The share of changes that no search by date of change ever finds. */
  readonly missedShare: number;
  /** The share of deltas to which the API answers with an empty list. */
  readonly emptyShare: number;
  /** The share of deltas whose first answer is 503 with a date in `Retry-After`, and the share that gets no large pages. */
  readonly refusedShare: number;
  /** The share of sweeps that fail half-way and are resumed an hour later, as run-source.ts does it. */
  readonly failedSweepShare: number;
}

export interface MissedChangesReport {
  readonly changes: number;
  readonly failedSweeps: number;
  readonly missed: number;
  /** Records that differ from the upstream's after a weekly sweep: `<week>: <id>`. */
  readonly different: readonly string[];
  readonly longestUnseenHours: number;
}

interface Change {
  readonly id: string;
  readonly number: number;
  readonly at: number;
  /** Later changes have greater ones. */
  readonly mark: string;
  readonly missed: boolean;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK_HOURS = 7 * 24;
const START = Date.parse('2026-03-01T12:00:00Z');

/** Reads NVD for some weeks by deltas and weekly sweeps, while its API never lists some of the changes. */
export async function simulateMissedChanges(
  store: FaultStore,
  options: MissedChangesOptions,
): Promise<MissedChangesReport> {
  const { weeks, hoursBetweenDeltas, failedSweepShare } = options;
  const changes = makeChanges(options);
  const missed = new Set(changes.filter((change) => change.missed).map(({ id, at }) => `${id} ${at}`));
  const clock = stillClock(START);
  const definition = nvd(fromRecords(changes.map(toRecord)), { unlisted: (id, at) => missed.has(`${id} ${at}`) });
  await using upstream = await openTwin(store, 'nvd', definition, { clock });
  await upstream.run('bulk');
  const different: string[] = [];
  let failedSweeps = 0;
  for (let hours = hoursBetweenDeltas; hours <= weeks * WEEK_HOURS; hours += hoursBetweenDeltas) {
    clock.advance(Math.max(0, START + hours * HOUR - clock.now()));
    upstream.twin.faults.set(chooseFaults(hours, options, clock.now()));
    await upstream.run('delta');
    if (hours % WEEK_HOURS !== 0) continue;
    if (isChosen(`sweep ${hours}`, failedSweepShare)) {
      upstream.twin.faults.set({ kind: 'status', status: 503, path: '*-2015.meta' });
      if ((await upstream.run('sweep')).state === 'failed') failedSweeps += 1;
      upstream.twin.faults.clear();
      clock.advance(HOUR);
    }
    const { state } = await upstream.run('sweep');
    if (state !== 'ok') throw new Error(`the sweep of week ${hours / WEEK_HOURS} ended ${state}`);
    // The feeds are built at midnight: what the API did not list since is left to the next sweep.
    const builtAt = Math.floor(clock.now() / DAY) * DAY;
    const found = await currentVersions(store.db, 'nvd');
    const wrong = newestOfEach(changes, builtAt).filter(({ id, mark }) => (found.get(id)?.mark ?? '') < mark);
    different.push(...wrong.map(({ id }) => `${hours / WEEK_HOURS}: ${id}`));
  }
  const waits = await measureWaits(store, changes, clock.now() - 8 * DAY);
  return {
    changes: waits.length,
    failedSweeps,
    missed: waits.filter((wait) => wait.missed).length,
    different,
    longestUnseenHours: Math.ceil(waits.reduce((longest, { hours }) => Math.max(longest, hours), 0)),
  };
}

function makeChanges({ weeks, records, changesPerDay, missedShare }: MissedChangesOptions): Change[] {
  const first = Array.from({ length: records }, (_, number) =>
    makeChange(number, START - DAY - number * 1000, 0, false),
  );
  const later = Array.from({ length: weeks * 7 * changesPerDay }, (_, index) => {
    const number = crc32(`record ${index}`) % records;
    const at = START + Math.floor(((index + 1) * DAY) / changesPerDay);
    return makeChange(number, at, index + 1, isChosen(`change ${index}`, missedShare));
  });
  return [...first, ...later];
}

function makeChange(number: number, at: number, revision: number, missed: boolean): Change {
  return { id: madeUpCveId(number), number, at, mark: `revision ${String(revision).padStart(6, '0')}`, missed };
}

function toRecord({ id, number, at, mark }: Change): GivenRecord {
  return { id, at, record: RECORD_OF.nvd({ number, mark, changed: at, withdrawn: false }) };
}

function chooseFaults(hours: number, { emptyShare, refusedShare }: MissedChangesOptions, now: number): Fault[] {
  const retryAfter = new Date(now + 20_000).toUTCString();
  return [
    ...(isChosen(`delta ${hours}`, emptyShare) ? [{ kind: 'empty_window' } as const] : []),
    ...(isChosen(`refused ${hours}`, refusedShare)
      ? [{ kind: 'status', status: 503, retryAfter, times: 1 } as const]
      : []),
    ...(isChosen(`small ${hours}`, refusedShare)
      ? [{ kind: 'page_size', param: 'resultsPerPage', max: 1000 } as const]
      : []),
  ];
}

function isChosen(name: string, share: number): boolean {
  return crc32(name) / 2 ** 32 < share;
}

function newestOfEach(changes: readonly Change[], until: number): Change[] {
  return [...new Map(changes.filter(({ at }) => at <= until).map((change) => [change.id, change])).values()];
}

interface Wait {
  readonly hours: number;
  readonly missed: boolean;
}

/** How long it took until each change, or a later one of its record, was stored. */
async function measureWaits(store: FaultStore, changes: readonly Change[], until: number): Promise<Wait[]> {
  const versions = Map.groupBy(await versionsAfter(store.db, 0), ({ key }) => key);
  return changes
    .filter(({ at }) => at > START && at <= until)
    .map(({ id, at, mark, missed }) => {
      const seen = versions.get(id)?.find((version) => (version.mark ?? '') >= mark);
      return { hours: seen === undefined ? Number.POSITIVE_INFINITY : (seen.observedAt.getTime() - at) / HOUR, missed };
    });
}
