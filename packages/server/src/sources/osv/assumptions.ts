import {
  type AssumptionsAt,
  after,
  agreesOnTime,
  differs,
  fetchesRecord,
  ok,
  type Probe,
  shared,
  staysWithinLimits,
  succeeds,
} from '../assumption.ts';
import { openBucket } from './bucket.ts';
import type { OsvAddresses } from './definition.ts';
import { listingRows } from './listing.ts';

const BUCKET = { url: 'https://google.github.io/osv.dev/data', date: '2026-11-19' };
const STORAGE = { url: 'https://cloud.google.com/storage/docs/xml-api/get-object-download', date: '2026-11-19' };
const API = { url: 'https://github.com/google/osv.dev/pull/5208', date: '2026-04-07' };

/** A file may be older than its row; the position waits six hours for it. */
const MAX_AGE_SECONDS = 3_600;

/** Enough for some hundred rows. */
const HEAD_BYTES = 32_768;

export const osvAssumptions: AssumptionsAt<OsvAddresses> = ({ bucketUrl, apiUrl }) => {
  const head = shared((probe: Probe) => readHead(bucketUrl, probe));
  return [
    {
      id: 'list',
      sentence: 'modified_id.csv lists date, directory and id of each record, newest first.',
      evidence: BUCKET,
      check: succeeds(head, ({ rows, bad, isSorted }) => {
        const seen = `${rows} rows, ${bad} unreadable${isSorted ? '' : ', not the newest first'}`;
        return rows > 0 && bad === 0 && isSorted ? ok(seen) : differs(seen);
      }),
    },
    {
      id: 'part',
      sentence: 'The bucket supports range requests.',
      evidence: STORAGE,
      check: after(head, ({ status, size }) => {
        const seen = `${status} with ${size} bytes`;
        return status === 206 ? ok(seen) : differs(seen);
      }),
    },
    {
      id: 'age',
      sentence: 'Objects are kept by caches for an hour at most.',
      evidence: { url: 'https://cloud.google.com/storage/docs/caching', date: '2026-11-19' },
      check: after(head, ({ headers }) => {
        const [, maxAge] = /max-age=(\d{1,9})/.exec(headers.get('cache-control') ?? '') ?? [];
        if (maxAge === undefined) return { outcome: 'cannot_tell', seen: 'no Cache-Control with an age' };
        return Number(maxAge) > MAX_AGE_SECONDS ? differs(`${maxAge} s`) : ok(`${maxAge} s`);
      }),
    },
    {
      id: 'record',
      sentence: 'The API returns one record by its id.',
      evidence: API,
      check: fetchesRecord(),
    },
    {
      id: 'clock',
      sentence: "The API's clock is accurate to five minutes.",
      evidence: { url: 'https://www.rfc-editor.org/rfc/rfc9110#section-6.6.1', date: '2022-06-01' },
      check: agreesOnTime(apiUrl),
    },
    {
      id: 'limits',
      sentence: 'Records are below 32 MB and arrive within seconds.',
      evidence: API,
      check: staysWithinLimits,
    },
  ];
};

async function readHead(bucketUrl: string, { deps, signal }: Probe) {
  await using list = await openBucket(deps.http, bucketUrl).listHead(HEAD_BYTES, signal, null);
  const { status, file, partial, headers } = list;
  let [rows, bad, isSorted, before] = [0, 0, true, Number.POSITIVE_INFINITY];
  // An upstream without range requests sends megabytes, of which the beginning is enough.
  for await (const block of listingRows(file?.path ?? '', '', partial)) {
    for (const row of block) {
      rows += 1;
      if ('unreadable' in row) bad += 1;
      // The order within a second is arbitrary.
      else if (row.modified > before + 1000) isSorted = false;
      else before = row.modified;
    }
    break;
  }
  return { status, headers, size: file?.size ?? 0, rows, bad, isSorted };
}
