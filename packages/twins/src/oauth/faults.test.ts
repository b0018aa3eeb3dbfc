import { describe, expect, it } from 'vitest';
import { showsTransportFaults } from '../../test/transport-faults.ts';
import { startTwin } from '../frame/start-twin.ts';
import { oauth, USER_PATH } from './oauth.ts';

const provider = oauth({ clients: [{ id: 'Iv1.almanac' }] });

describe('the twin of the identity provider shows', () => {
  // The faults are looked at with a plain GET, and whoever shows no token gets a 401 here.
  const open: typeof provider.open = (surroundings) => [
    ...provider.open(surroundings),
    { path: '/known', handle: () => ({ type: 'application/json', body: Buffer.from('{"login":"octocat"}') }) },
  ];
  showsTransportFaults(() => startTwin({ ...provider, open }), '/known');

  it('no fault of documents: it has none', async () => {
    await using twin = await startTwin(provider);
    twin.faults.set({ kind: 'status', status: 503, path: USER_PATH });

    expect((await fetch(twin.url + USER_PATH)).status).toBe(503);
    expect(() => twin.faults.set({ kind: 'empty_feed' })).toThrow('no fault');
  });
});
