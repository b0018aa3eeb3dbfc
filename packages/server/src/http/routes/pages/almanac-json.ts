import { wellKnown } from '../../well-known.ts';

const MINUTE = 60;

/** What a program that knows nothing but the host needs: where the API and the snapshots are. */
export const almanacJson = wellKnown(
  '/.well-known/almanac.json',
  'application/json; charset=utf-8',
  async ({ baseUrl, build, announceSnapshot }) =>
    `${JSON.stringify({ version: build.version, api: baseUrl, snapshot: await announceSnapshot() }, null, 2)}\n`,
  MINUTE,
);
