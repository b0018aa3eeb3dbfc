import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { grantedKey } from '../../server/test/support/access.ts';
import { almanac } from './support/command-line.ts';
import { openWorld, type World } from './support/world.ts';

const PATCHED = {
  pedigree: { patches: [{ type: 'backport', resolves: [{ type: 'security', id: 'CVE-2026-1001' }] }] },
};
const LEFT = { type: 'library', name: 'left', version: '1.0.0', purl: 'pkg:npm/left@1.0.0' };
const bom = (...components: readonly object[]) =>
  JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components });

let world: World;
let folder: string;
let key: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-evidence-'));
  world = await openWorld(new Map());
  ({ key } = await grantedKey(world.db));
  await writeFile(path.join(folder, 'patched.cdx.json'), bom({ ...LEFT, ...PATCHED }));
  await writeFile(path.join(folder, 'plain.cdx.json'), bom(LEFT));
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const NOT_COUNTED = /Ignored patches and CPEs of 1 component: this requires a key \(almanac login\)\./;

it.each<[string, boolean, readonly string[], number, number, boolean]>([
  ['a patch clears what it resolves', true, ['patched.cdx.json'], 0, 0, false],
  ['without a key it does not count, and a line says so', false, ['patched.cdx.json'], 1, 1, true],
  [
    'a package that another file has without the patch is affected',
    true,
    ['patched.cdx.json', 'plain.cdx.json'],
    1,
    2,
    false,
  ],
])('%s', async (_, withKey, files, code, affected, isNoted) => {
  const environment = {
    ALMANAC_API: world.api,
    XDG_CONFIG_HOME: path.join(folder, 'config'),
    ...(withKey ? { ALMANAC_API_KEY: key } : {}),
  };

  const ended = await almanac(['scan', '--json', ...files], { environment, folder });

  expect([ended.code, NOT_COUNTED.test(ended.err)]).toEqual([code, isNoted]);
  expect(JSON.parse(ended.out).components).toMatchObject({ affected });
});

it('a scan says of patched components what POST /sbom says of the whole document', async () => {
  const environment = { ALMANAC_API: world.api, ALMANAC_API_KEY: key, XDG_CONFIG_HOME: path.join(folder, 'config') };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const body = bom({ ...LEFT, ...PATCHED });

  const { out } = await almanac(['scan', '--json', 'patched.cdx.json'], { environment, folder });
  const answer = await fetch(`${world.api}/sbom?view=all`, { method: 'POST', headers, body });

  const { data } = (await answer.json()) as { data: { components: Record<string, number> } };
  const { affected, notAffected, unknown } = data.components;
  expect(notAffected).toBe(1);
  expect(JSON.parse(out).components).toMatchObject({ affected, notAffected, unknown });
});
