import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { store } from '../../core/test/nix-samples.ts';
import { ROUTES } from '../../server/src/http/routes/index.ts';
import { fillCollectionWorld } from '../../server/test/support/worlds/collection-world.ts';
import { NOW, openPackageApp, type PackageApp } from '../../server/test/support/worlds/package-world.ts';
import { almanac, type Ended } from './support/command-line.ts';
import { NOBODY, offlineEqualsOnline } from './support/offline-equals.ts';
import { openPublisher, type Publisher } from './support/publisher.ts';

const PURLS = [
  'pkg:nix/libbuoy@5.6.2',
  'pkg:nix/libbuoy@5.6.2?channel=nixos-26.05',
  'pkg:nix/libbuoy@5.6.2?channel=nixos-unstable',
  'pkg:nix/libbuoy_4@4.9.0',
  'pkg:nix/python313Packages.lock-step@2.1.3',
  'pkg:nix/lock-step@2.1.3',
  'pkg:nix/python313Packages.bilge@2.3.0',
  'pkg:nix/gangway@3.2.9',
  'pkg:nix/halfmoon@1.0.1',
  'pkg:nix/quay@7.0',
];
const CLOSURE = ['libbuoy-5.6.2', 'libbuoy-5.6.2-dev', 'python3.13-lock-step-2.1.3', 'gangway-3.2.9', 'nobody-1.0'];

const bom = (purls: readonly string[]) =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: purls.map((purl, i) => ({ type: 'library', 'bom-ref': `c${i}`, name: purl, purl })),
  });

let given: PackageApp;
let publisher: Publisher;
beforeAll(async () => {
  given = await openPackageApp(ROUTES, (_, db) => fillCollectionWorld(db), { settings: { deadlineMs: 60_000 } });
  publisher = await openPublisher(given.db);
  await publisher.publish();
}, 60_000);
afterAll(async () => {
  await given[Symbol.asyncDispose]();
  await publisher[Symbol.asyncDispose]();
});

async function machine(name: string, files: Readonly<Record<string, string>>) {
  const folder = path.join(publisher.base, name);
  await mkdir(folder);
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, file), text);
  const environment = {
    XDG_CACHE_HOME: path.join(folder, 'cache'),
    ALMANAC_SNAPSHOT_KEY: publisher.key,
    ALMANAC_API: NOBODY,
  };
  return (args: readonly string[]): Promise<Ended> => almanac(args, { environment, folder, now: () => NOW.getTime() });
}

interface Status {
  readonly partitions: readonly { readonly name: string }[];
}

describe('packages of the collection without a network', () => {
  it('are reported as by an API, and so are closures', async () => {
    const files = new Map([
      ['bom.json', bom(PURLS)],
      ['closure.txt', CLOSURE.map(store).join('\n')],
    ]);

    const { report } = await offlineEqualsOnline(publisher, `${given.app.url}/api/v1`, files);

    expect(report.components['affected']).toBeGreaterThan(3);
  });

  it('are pulled for a file that names some, and not for others', async () => {
    const run = await machine('needed', { 'bom.json': bom(PURLS), 'requirements.txt': 'lock-step==2.1.3\n' });
    const from = ['--from', publisher.folder];
    const held = async () =>
      (JSON.parse((await run(['db', 'status', '--json'])).out) as Status).partitions.map(({ name }) => name);

    await run(['db', 'pull', ...from, '--for', 'requirements.txt']);
    const before = await held();
    const unpulled = await run(['scan', 'bom.json', '--offline', '--json']);
    await run(['db', 'pull', '--for', 'bom.json']);

    expect(before).toEqual(['ecosystem/PyPI', 'risk']);
    expect(unpulled.code).toBe(3);
    expect(unpulled.out).toContain('was not pulled');
    expect(await held()).toEqual([
      'ecosystem/PyPI',
      'ecosystem/Ubuntu',
      'channel/nixos-26.05',
      'channel/nixos-unstable',
      'collection',
      'risk',
    ]);
  });

  it('can be pulled as a whole by the name of their type, and are unknown where no channel has the name', async () => {
    const run = await machine('whole', { 'bom.json': bom(['pkg:nix/quay@7.0', 'pkg:nix/nobody-knows@1.0']) });

    const pulled = await run(['db', 'pull', 'nix', '--from', publisher.folder]);
    const scanned = await run(['scan', 'bom.json', '--offline', '--json']);

    expect(pulled.code, pulled.err).toBe(0);
    expect(scanned.code).toBe(3);
    const { unknown } = JSON.parse(scanned.out) as { unknown: object[] };
    expect(unknown).toMatchObject([
      { unknownReasons: ['not_covered'], verdictReason: 'No channel in the snapshot has a package of this name.' },
    ]);
  });

  it('have a table in exports', async () => {
    const run = await machine('exported', {});
    await run(['db', 'pull', '--all', '--from', publisher.folder]);

    const { code, out, err } = await run(['db', 'export', '--format', 'sqlite', '--output', 'a.sqlite', '--json']);

    expect(code, err).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ complete: true, rows: { carried: 11 } });
  });
});
