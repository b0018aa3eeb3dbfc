import { BREAKAGES, DOCUMENT_FAULTS, type Fault, RARE_FAULTS, TRANSPORT_FAULTS, type TwinId } from '@almanac/twins';
import type { Feed } from '../../../src/ingest/feed.ts';
import type { ChannelName } from '../../../src/sources/source.ts';
import { fromListFiles, hasRecordsApart, isListFile, WHOLE_FILES } from './list-files.ts';
import type { ListedSource } from './sources.ts';
import type { Step } from './story.ts';
import { patienceOf, type RunSettings, slowAnswerMs, type Upstream } from './upstream.ts';

export interface NamedFault {
  readonly name: string;
  readonly fault: Fault;
  /** The answer never comes: whoever waits for it needs a short patience. */
  readonly endless?: boolean;
  /** The answer takes as long as the source is patient: that time is the fault's. */
  readonly slow?: boolean;
}

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Nobody listens there, and nobody may be asked there. */
const ELSEWHERE = 'http://127.0.0.1:9/latest/meta-data';

/** Everything that can go wrong on the way. */
const ON_THE_WAY: readonly NamedFault[] = [
  { name: 'latency', fault: { kind: 'latency', ms: 5 } },
  { name: 'slow answers', fault: { kind: 'latency', ms: 0 }, slow: true },
  { name: 'headers that come too late', fault: { kind: 'latency', ms: 400 }, endless: true },
  ...[403, 404, 408, 429, 500, 503, 524].map((status) => ({
    name: `status ${status}`,
    fault: { kind: 'status', status } as const,
  })),
  { name: 'status 429 for an hour', fault: { kind: 'status', status: 429, retryAfter: 3600 } },
  { name: 'status 503, Retry-After: 0', fault: { kind: 'status', status: 503, retryAfter: 0 } },
  { name: 'blocked', fault: { kind: 'blocked' } },
  { name: 'token refused by 401', fault: { kind: 'token_refused', status: 401 } },
  { name: 'token refused by 403', fault: { kind: 'token_refused', status: 403 } },
  { name: 'token refused by 404', fault: { kind: 'token_refused', status: 404 } },
  { name: 'large pages refused', fault: { kind: 'page_size', param: 'resultsPerPage', max: 1_000 } },
  { name: 'reset', fault: { kind: 'reset' } },
  { name: 'stall', fault: { kind: 'stall' }, endless: true },
  { name: 'truncation', fault: { kind: 'truncation' } },
  { name: 'truncation, announced', fault: { kind: 'truncation', announce: 'half' } },
  { name: 'html', fault: { kind: 'html' } },
  { name: 'empty', fault: { kind: 'empty' } },
  { name: 'garbage', fault: { kind: 'garbage' } },
  { name: 'redirect', fault: { kind: 'redirect', to: ELSEWHERE } },
  { name: 'clock_skew', fault: { kind: 'clock_skew', ms: DAY } },
];

/** Returns the fault of a row for one source. */
export function faultOf({ fault, slow = false }: NamedFault, feed: Feed): Fault {
  return slow ? { kind: 'latency', ms: slowAnswerMs(feed), times: 4 } : fault;
}

/** Returns how a source is read under the fault of a row. */
export function settingsOf({ endless = false, slow = false }: NamedFault): RunSettings {
  return { ...(endless && { impatientMs: 60 }), slow };
}

/** Reports whether the upstream itself does not say that it has some records: no position can show that. */
export function hidesRecords({ fault }: NamedFault): boolean {
  return ['empty_feed', 'half_feed', 'mass_withdrawal', 'empty_window'].includes(fault.kind);
}

/** After this an upstream that asked to be left alone may be asked again, unless it has blocked us. */
export const LONGEST_REST = HOUR;

/** Which readings ask for files of single records, and how many of them side by side. */
const READS_FILES = ['osv bulk', 'osv delta', 'osv sweep', 'cve_list_v5 delta', 'nixpkgs sweep'];
const PARALLEL_FILES = 8;
/** Of sources that go on to other documents: a file for each day that is lacking, where an address redirects to, or each channel. */
const IN_TURN: Readonly<Partial<Record<TwinId, number>>> = { epss: 6, packages: 2, channels: 12 };

/** Returns how often a source may ask within one run under a fault. */
export function maxRequests(
  { id, feed }: Pick<Upstream, 'id' | 'feed'>,
  channel: ChannelName,
  row: NamedFault,
): number {
  const { fault, endless = false } = row;
  const isOfFiles = fault.path !== undefined || !TRANSPORT_FAULTS.some((kind) => kind === fault.kind);
  if (isHarmless(row) || isOfFiles) return 2 * RECORDS;
  // Channels are asked for by two questions side by side.
  if (fault.kind === 'status' && Number(fault.retryAfter) > 0) return id === 'channels' ? 2 : 1;
  const inTurn = IN_TURN[id] ?? 1;
  if (endless) return inTurn;
  const sound = (fault.after ?? 0) + (READS_FILES.includes(`${id} ${channel}`) ? PARALLEL_FILES : 0);
  // What is not retried is asked for with the token and without.
  return sound + inTurn * (isRetried(id, fault) ? patienceOf(feed).tries : 2);
}

function isRetried(source: TwinId, fault: Fault): boolean {
  const isOfNvd = source === 'nvd' && (fault.kind === 'blocked' || (fault.kind === 'status' && fault.status === 403));
  return isOfNvd || ['reset', 'truncation'].includes(fault.kind) || (fault.kind === 'status' && fault.status >= 408);
}

/** Reports whether whoever is patient gets what it asks for under this fault. */
export function isHarmless({ fault, endless = false }: NamedFault): boolean {
  return ['latency', 'clock_skew', 'token_refused', 'page_size'].includes(fault.kind) && !endless;
}

/** The same in mid-run: the first answer is good. */
const MID_RUN: readonly NamedFault[] = ON_THE_WAY.filter(({ name }) =>
  ['status 500', 'reset', 'truncation, announced', 'html', 'empty', 'garbage', 'redirect'].includes(name),
).map(({ name, fault }) => ({ name: `${name} in mid-run`, fault: { ...fault, after: 1 } }));

/** Everything that can be wrong in a document. */
const IN_THE_DOCUMENT: readonly NamedFault[] = [
  { name: 'empty_feed', fault: { kind: 'empty_feed' } },
  { name: 'half_feed', fault: { kind: 'half_feed' } },
  { name: 'mass_withdrawal', fault: { kind: 'mass_withdrawal', share: 0.8 } },
  { name: 'schema_addition', fault: { kind: 'schema_addition' } },
  { name: 'future_dates', fault: { kind: 'future_dates', ms: 400 * DAY } },
  ...BREAKAGES.map((way) => ({ name: `malformed_record ${way}`, fault: { kind: 'malformed_record', way } as const })),
];

/** Faults that one upstream alone can have. */
const OF_ONE: Readonly<Partial<Record<TwinId, readonly NamedFault[]>>> = {
  nvd: [
    { name: 'meta of other hash', fault: { kind: 'other_hash' } },
    { name: 'truncated gzip', fault: { kind: 'truncation', announce: 'half', path: '*.json.gz' } },
    { name: 'empty API window', fault: { kind: 'empty_window' } },
  ],
  cve_list_v5: [{ name: "archives under another hour's name", fault: { kind: 'archive_names', hours: -1 } }],
  exploitdb: [{ name: 'CSV quoted the PHP way', fault: { kind: 'php_quotes' } }],
};

/** What NVD is known for on its bad days. */
export const NVD_BAD_DAYS: readonly NamedFault[] = [
  ...ON_THE_WAY.filter(({ name }) =>
    ['slow answers', 'status 403', 'status 524', 'status 503, Retry-After: 0', 'large pages refused'].includes(name),
  ),
  ...(OF_ONE.nvd ?? []),
];

/** Each of them that a twin can make whose documents may be wrong in these ways. */
export function faultsOfTwin(documentFaults: readonly string[]): readonly NamedFault[] {
  const inTheDocument = IN_THE_DOCUMENT.filter(({ fault }) => documentFaults.includes(fault.kind));
  return [...ON_THE_WAY, ...MID_RUN, ...inTheDocument];
}

/** What may meet the first reading of all. */
export const FILLING: readonly NamedFault[] = [
  ...ON_THE_WAY,
  ...IN_THE_DOCUMENT.filter(({ name }) => ['empty_feed', 'half_feed', 'malformed_record syntax'].includes(name)),
];

/** Kinds that no row above has: a test holds it empty. */
export function kindsWithoutRow(): string[] {
  const rows = new Set(
    [...ON_THE_WAY, ...IN_THE_DOCUMENT, ...Object.values(OF_ONE).flat()].map(({ fault }) => fault.kind),
  );
  return [...TRANSPORT_FAULTS, ...DOCUMENT_FAULTS, ...RARE_FAULTS].filter((kind) => !rows.has(kind));
}

/** How each source is read once it is filled. */
export const LATER_CHANNELS: Readonly<Record<ListedSource, readonly ChannelName[]>> = {
  cve_list_v5: ['delta', 'sweep'],
  osv: ['delta', 'sweep'],
  advisory: ['delta', 'sweep'],
  nvd: ['delta', 'sweep'],
  epss: ['delta'],
  kev: ['bulk'],
  ...fromListFiles((): readonly ChannelName[] => ['bulk']),
};

/** An evening; everything happens at this hour, before the archives of midnight are made. */
export const EVENING = Date.parse('2026-03-01T22:30:00Z');
/** The next day after all files have come out. */
export const READ_AFTER = 15.5 * HOUR;
const RECORDS = 60;

/**
 * Sixty records, of which something happens to some each evening. On quiet ones none comes or goes: one that is first seen
 * during a false withdrawal cannot be told from one that was withdrawn at once.
 */
export function stepsOfMatrix(source: TwinId, days: number, isQuiet: (day: number) => boolean): Step[] {
  const steps: Step[] = [];
  for (let number = 0; number < RECORDS; number += 1) {
    steps.push({ number, at: EVENING - 10 * DAY + number * 1000, mark: `${number} at first` });
  }
  const mayGo = source === 'osv' || WHOLE_FILES.includes(source);
  for (let day = 0; day <= days; day += 1) {
    const at = EVENING + day * DAY;
    const mark = `evening ${day}`;
    // Never the first, which faults break: until the next archive comes, a change that was broken in one is not read again.
    steps.push({ number: 2 + ((day * 2) % (RECORDS - 2)), at, mark });
    steps.push({ number: 1 + ((day * 6) % RECORDS), at, mark, withdrawn: day % 2 === 0 });
    if (isQuiet(day)) continue;
    if (day % 3 === 0) steps.push({ number: RECORDS + day, at, mark });
    if (mayGo && day % 5 === 4) steps.push({ number: RECORDS - 1, at, mark, gone: true });
    if (mayGo && day % 5 === 1) steps.push({ number: RECORDS - 1, at, mark });
  }
  return steps.filter(
    (step, index) => steps.findLastIndex(({ number, at }) => number === step.number && at === step.at) === index,
  );
}

type Ending = 'ok' | 'held' | 'failed';

/** Readings by source and channel; another source of one file ends as KEV does. */
const READINGS = [
  'cve_list_v5 delta',
  'cve_list_v5 sweep',
  'osv delta',
  'osv sweep',
  'advisory delta',
  'advisory sweep',
  'nvd delta',
  'nvd sweep',
  'epss delta',
  'kev bulk',
];

/** One letter for each reading in the order above: o is ok, h held, f failed. */
const DOCUMENT_ENDINGS: Readonly<Record<string, string>> = {
  // A list of changes may well be short; one of everything may not.
  empty_feed: 'ffffoffofh',
  half_feed: 'ohohoofofh',
  mass_withdrawal: 'hhhhhhhhfh',
  schema_addition: 'oooooooooo',
  // The files of EPSS are called by their day, and a log that lies ahead as a whole has no entries yet.
  future_dates: 'fooooooofo',
  // Where records end cannot be told any more, unless each has a file of its own.
  'malformed_record syntax': 'foooffffff',
  // One row of seventy is more than the hundredth of them that may be bad.
  'malformed_record wrong_type': 'oooooooofo',
  'malformed_record missing_field': 'oooooooofo',
  'malformed_record null_record': 'oooooooofo',
  'malformed_record deep_nesting': 'fooooooofo',
  'malformed_record lone_surrogate': 'oooooooofo',
  'malformed_record huge_number': 'oooooooofo',
  'malformed_record duplicate_key': 'oooooooofo',
  'malformed_record invalid_utf8': 'fooooooofo',
};

const LETTERS: Readonly<Record<string, Ending>> = { o: 'ok', h: 'held', f: 'failed' };

/** How a reading ends under a fault. */
export function endingOf(source: TwinId, channel: ChannelName, row: NamedFault): Ending {
  const { name } = row;
  const letters = DOCUMENT_ENDINGS[name];
  if (letters !== undefined) {
    if (name === 'malformed_record syntax' && hasRecordsApart(source)) return 'ok';
    const reading = `${isListFile(source) ? 'kev' : source} ${channel}`;
    return LETTERS[letters[READINGS.indexOf(reading)] ?? ''] ?? 'failed';
  }
  // NVD calls 403 throttling, whatever the key.
  if (source === 'nvd' && name === 'token refused by 403') return 'failed';
  if (isHarmless(row)) return 'ok';
  // Of JSON Lines, a file without a line is valid.
  if (source === 'nuclei' && name === 'empty') return 'held';
  // Of a file that is not there yet the store of EPSS says just that.
  if (source === 'epss' && ['status 403', 'status 404', 'blocked'].includes(name)) return 'ok';
  // A year whose feed is not what its hash says is read the next time; the API has no such files, and the feeds no windows.
  if (name === 'truncated gzip' && channel === 'delta') return 'ok';
  if (row.fault.kind === 'other_hash') return channel === 'delta' ? 'ok' : 'failed';
  if (['empty_window', 'archive_names', 'php_quotes'].includes(row.fault.kind)) return 'ok';
  // Files of single records that cannot be read are set aside and asked for again.
  const singleFiles = channel === 'delta' && (source === 'cve_list_v5' || source === 'osv');
  return singleFiles && ['garbage in mid-run', 'empty in mid-run'].includes(name) ? 'ok' : 'failed';
}

/** The faults that a reading can meet; one of a single request has no middle. */
export function faultsFor(source: TwinId): readonly NamedFault[] {
  const single = source === 'epss' || WHOLE_FILES.includes(source);
  return [...ON_THE_WAY, ...(single ? [] : MID_RUN), ...IN_THE_DOCUMENT, ...(OF_ONE[source] ?? [])];
}
