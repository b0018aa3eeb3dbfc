import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Environment } from '../packages/server/src/bin/environment.ts';
import { instructionsOf, interpolated, interpolations, isSent, readYaml } from './deployment-files.ts';
import { ROOT, readPage } from './docs-pages.ts';

const { scripts, workspaces } = JSON.parse(readPage('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly workspaces: readonly string[];
};

describe('Dockerfile', () => {
  const instructions = instructionsOf(readPage('Dockerfile'));
  const textsOf = (name: string) => instructions.filter((each) => each.name === name).map(({ text }) => text);
  const copied = textsOf('COPY')
    .filter((text) => !text.startsWith('--from'))
    .flatMap((text) => text.split(' ').slice(0, -1));
  const ignore = readPage('.dockerignore');

  it('copies what exists and what is sent to the build', () => {
    expect(copied.length).toBeGreaterThan(5);
    expect(copied.filter((file) => !existsSync(path.join(ROOT, file)) || !isSent(ignore, file))).toEqual([]);
  });

  it('installs by the manifest of every workspace', () => {
    const manifests = copied.filter((file) => /^packages\/.*package\.json$/.test(file));

    expect(manifests.toSorted()).toEqual(workspaces.map((folder) => `${folder}/package.json`).toSorted());
  });

  it.each([
    ['packages/server/src/bin/api.ts', true],
    ['packages/server/migrations/0001_roles.sql', true],
    ['packages/server/src/web/browser/scan.ts', true],
    ['packages/core/src/ids/index.ts', true],
    ['docs/scan.md', true],
    ['packages/server/test/pages/pages.test.ts', false],
    ['packages/core/src/lockfiles/read.test.ts', false],
    ['packages/server/node_modules/x/index.js', false],
    ['deploy/almanac.env', false],
    ['.env', false],
    ['.git/config', false],
  ])('%s is sent to the build: %s', (file, sent) => {
    expect(isSent(ignore, file)).toBe(sent);
  });

  it('starts what npm run api starts, as nobody who has rights', () => {
    const [entry = '[]', command = '[]'] = [...textsOf('ENTRYPOINT'), ...textsOf('CMD')];

    const started = [...(JSON.parse(entry) as string[]), ...(JSON.parse(command) as string[])].join(' ');

    expect(started).toBe(scripts['api']);
    expect(textsOf('USER')).toEqual([expect.stringMatching(/^[1-9]\d{3,}:[1-9]\d{3,}$/)]);
    expect(textsOf('HEALTHCHECK').join()).toContain('/livez`');
  });
});

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly ports?: readonly unknown[];
  readonly read_only?: boolean;
  readonly volumes?: readonly string[];
  readonly networks: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
}

describe('compose.yaml', () => {
  const compose = readYaml('compose.yaml') as {
    readonly services: Readonly<Record<string, Service>>;
    readonly volumes: object;
    readonly networks: object;
  };
  const services = Object.entries(compose.services);
  const ours = services.filter(([, { image }]) => image.startsWith('almanac:'));

  it('runs each process once, by the file that npm runs it by', () => {
    const started = ours.map(([name, { command = [] }]) => [
      name,
      `node --conditions=@almanac/source ${command.join(' ')}`,
    ]);

    expect(Object.fromEntries(started)).toEqual({
      migrate: scripts['migrate'],
      api: scripts['api'],
      worker: scripts['worker'],
    });
  });

  it.each(ours)('gives %s an environment that it can use', (_name, { environment = {} }) => {
    const given = Object.entries(environment).map(([name, value]) => [name, interpolated(value)]);

    expect(Object.keys(environment).filter((name) => !(name in Environment.shape))).toEqual([]);
    expect(Environment.safeParse(Object.fromEntries(given)).error).toBeUndefined();
  });

  it('waits for the engines and the schema', () => {
    const waits = services.flatMap(([name, { depends_on: needed = {} }]) =>
      Object.entries(needed).map(([other, { condition }]) => `${name} ${other} ${condition}`),
    );

    const engines = ['database service_healthy', 'cache service_healthy', 'migrate service_completed_successfully'];
    expect(waits.toSorted()).toEqual(
      [
        'migrate database service_healthy',
        ...['api', 'worker'].flatMap((name) => engines.map((each) => `${name} ${each}`)),
      ].toSorted(),
    );
    expect(services.filter(([name, { healthcheck }]) => name !== 'api' && healthcheck === undefined)).toEqual([]);
  });

  it('publishes to a volume that the worker writes, the api reads and the image gives to its user', () => {
    const folder = /SNAPSHOT_FOLDER=(\S+) /.exec(readPage('deploy/almanac.env.example'))?.[1] ?? '';
    const mounted = (name: string) =>
      compose.services[name]?.volumes?.filter((volume) => volume.startsWith('snapshots:'));

    expect([mounted('worker'), mounted('api')]).toEqual([['snapshots:/srv/almanac'], ['snapshots:/srv/almanac:ro']]);
    expect(path.dirname(folder)).toBe('/srv/almanac');
    expect(readPage('Dockerfile')).toContain('\nRUN install -d -o 10001 -g 10001 /srv/almanac\n');
    expect(readPage('Dockerfile')).toContain('\nUSER 10001:10001\n');
    expect(readPage('deploy/systemd/almanac-worker.service')).toContain('\nReadWritePaths=-/srv/almanac\n');
    expect(readPage('deploy/systemd/almanac.tmpfiles.conf')).toContain('\nd /srv/almanac 0755 almanac almanac -\n');
  });

  it('opens one port, keeps roots read-only and names only volumes and networks that it declares', () => {
    const [used, joined] = [
      services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':', 1).join())),
      services.flatMap(([, { networks }]) => networks),
    ];

    expect(services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['api']);
    expect(ours.every(([, service]) => service.read_only)).toBe(true);
    expect([...new Set(used)].toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
    expect([...new Set(joined)].toSorted()).toEqual(Object.keys(compose.networks).toSorted());
  });

  it('takes the variables that docs/env.md lists for it, with their defaults', () => {
    const [, chapter = ''] = readPage('docs/env.md').split(/^## Containers$/m);
    const [table = ''] = chapter.split(/^## /m);

    const listed = [...table.matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\|/gm)].map(([, name, value = '']) => [
      name,
      value === 'empty' ? '' : value.replaceAll('`', ''),
    ]);

    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(interpolations(readPage('compose.yaml'))));
  });

  const composed = spawnSync('docker', ['compose', 'version', '--short'], { encoding: 'utf8', timeout: 10_000 });
  if (composed.status !== 0) console.log('Skipping what Compose makes of compose.yaml: docker compose is absent.');

  it.skipIf(composed.status !== 0).each([
    [['compose.yaml'], '3221225472'],
    [['compose.yaml', 'compose.small.yaml'], '1610612736'],
  ])('is understood by Compose: %j', (files, memory) => {
    const args = ['compose', ...files.flatMap((file) => ['--file', file]), 'config', '--format', 'json'];
    const { status, stdout, stderr } = spawnSync('docker', args, { cwd: ROOT, encoding: 'utf8', timeout: 30_000 });

    expect([status, stderr]).toEqual([0, '']);
    const made = JSON.parse(stdout) as {
      readonly services: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    };
    expect(Object.keys(made.services).toSorted()).toEqual(services.map(([name]) => name).toSorted());
    expect(made.services['api']).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      mem_limit: memory,
      ports: [{ host_ip: '127.0.0.1', published: '8080', target: 8080 }],
      depends_on: { migrate: { condition: 'service_completed_successfully' } },
    });
  });

  it('has an example of its file, and the service understands every line', () => {
    const lines = readPage('deploy/almanac.env.example').match(/^# [A-Z_]+=.*$/gm) ?? [];

    const given = lines.map((line) => line.slice(2).split('=', 2));

    expect(given.length).toBeGreaterThan(5);
    expect(given.map(([name = '']) => name).filter((name) => !(name in Environment.shape))).toEqual([]);
    expect(Environment.safeParse(Object.fromEntries(given.filter(([, value]) => value !== ''))).error).toBeUndefined();
  });
});

describe('deploy/systemd', () => {
  const units = globSync('deploy/systemd/*.service', { cwd: ROOT }).sort();
  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
  if (!hasSystemd) console.log('Skipping the check of units: systemd-analyze is absent.');

  it.each(['api', 'migrate', 'worker'])('almanac-%s.service starts what npm runs', (name) => {
    const unit = readPage(`deploy/systemd/almanac-${name}.service`);

    expect(unit).toContain(`\nExecStart=/usr/bin/env ${scripts[name]}\n`);
    expect(units).toContain(`deploy/systemd/almanac-${name}.service`);
  });

  // It ends with 0 on an unknown key: what it says is what counts.
  it.skipIf(!hasSystemd)('has nothing that systemd complains of', () => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], {
      cwd: ROOT,
      encoding: 'utf8',
      timeout: 30_000,
    });

    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
  });
});
