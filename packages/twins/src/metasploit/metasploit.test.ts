import { expect, it } from 'vitest';
import { startTwin } from '../frame/start-twin.ts';
import type { Twin } from '../frame/twin.ts';
import { smallWorld } from '../world/small-world.ts';
import { METASPLOIT_PATH, metasploit } from './metasploit.ts';

const RETRACTED = 'exploit_linux/snmp/larkspur_switch_community';

const textOf = async (twin: Twin) => (await fetch(twin.url + METASPLOIT_PATH)).text();
const read = async (twin: Twin) => JSON.parse(await textOf(twin)) as Record<string, Record<string, unknown>>;

it('has a member for each module, called by type and path', async () => {
  await using twin = await startTwin(metasploit(smallWorld));

  const modules = await read(twin);

  expect(Object.keys(modules)).toEqual([
    'auxiliary_dos/misc/cormorantd_reply',
    'auxiliary_scanner/http/shoal_cache',
    RETRACTED,
    'exploit_multi/http/larkspur_gateway_cookie',
  ]);
  expect(modules[RETRACTED]).toMatchObject({
    fullname: 'exploit/linux/snmp/larkspur_switch_community',
    type: 'exploit',
    references: ['CVE-2024-91206', 'URL-https://larkspur.example/psirt'],
    mod_time: '2025-11-19 09:15:00 +0000',
  });
});

it('forgets a module that is taken out, and its tag moves', async () => {
  await using twin = await startTwin(metasploit(smallWorld));
  const tag = (await fetch(twin.url + METASPLOIT_PATH)).headers.get('etag') ?? '';
  const same = await fetch(twin.url + METASPLOIT_PATH, { headers: { 'if-none-match': tag } });

  twin.clock.advance(4 * 3_600_000);
  const later = await fetch(twin.url + METASPLOIT_PATH, { headers: { 'if-none-match': tag } });

  expect([same.status, later.status]).toEqual([304, 200]);
  expect(await later.json()).not.toHaveProperty([RETRACTED]);
});

it('writes as Ruby does: an empty line in an empty list', async () => {
  await using twin = await startTwin(metasploit(smallWorld));

  expect(await textOf(twin)).toContain('    "aliases": [\n\n    ],\n');
});
