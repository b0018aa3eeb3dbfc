import { createClient } from '@almanac/client';
import { openLookups } from '@almanac/core/compare';
import { expect, it } from 'vitest';
import { createCompareService } from './look-up.ts';

/** A service that has no record of anything, and counts what it is asked. */
function serviceWithoutRecords() {
  const asked: string[] = [];
  const fetch = async (address: unknown): Promise<Response> => {
    asked.push(String(address));
    return Response.json({ success: false, error: 'Not found', code: 'OSV_UNKNOWN' }, { status: 404 });
  };
  const client = createClient({ baseUrl: 'http://127.0.0.1/api/v1', fetch });
  const progress = { show: () => {}, clear: () => {} };
  return {
    asked,
    lookups: openLookups(createCompareService({ client, progress, signal: new AbortController().signal })),
  };
}

it('asks so many questions and no more; what is left is not taken for unknown to the sources', async () => {
  const { asked, lookups } = serviceWithoutRecords();
  const ids = Array.from({ length: 250 }, (_, i) => `GHSA-${i}`);

  const known = await lookups.records(ids);

  const statuses = [...known.values()].map(({ status }) => status);
  expect(asked).toHaveLength(200);
  expect([statuses.filter((each) => each === 'unknown').length, statuses.at(-1)]).toEqual([200, 'not_asked']);
});

it('leaves open what could not be asked about', async () => {
  const { lookups } = serviceWithoutRecords();

  const known = await lookups.records(['CVE-2026-1001']);
  const details = await lookups.details('pkg:npm/left@1.0.0');

  expect(known.size).toBe(0);
  expect(details).toEqual({ findings: [], cleared: new Map(), isComplete: false });
});
