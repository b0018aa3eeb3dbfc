import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { SOURCE_IDS } from '../packages/contract/src/index.ts';
import { Environment } from '../packages/server/src/bin/environment.ts';
import { ROOT, readPage } from './docs-pages.ts';

/** nixpkgs' library, which is no part of the repository. */
const LIBRARY = process.env['NIXPKGS_LIB'] ?? path.join(ROOT, '../shared/nix/lib');
const REGISTRY = 'https://registry.test/npm/';

const unavailable = unavailableHere();
if (unavailable !== null) console.log(`Skipping the evaluation of nix/: ${unavailable}.`);

interface Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly serviceConfig: Readonly<Record<string, unknown>>;
  readonly requires: readonly string[];
  readonly after: readonly string[];
  readonly wantedBy: readonly string[];
}

interface Evaluated {
  readonly failed: readonly string[];
  readonly services: Readonly<Record<string, Service>>;
  readonly ports: readonly number[];
  readonly tmpfiles: readonly string[];
  readonly users: readonly string[];
  readonly postgresql: Readonly<Record<string, unknown>>;
  readonly redis: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly packages: number;
}

const ALL = ['almanac-api', 'almanac-migrate', 'almanac-worker'];
const ON = { enable: true } as const;

/** One row an option: the settings, and what is read from the result. */
const OPTIONS: readonly [what: string, settings: object, read: (got: Evaluated) => unknown, expected: unknown][] = [
  ['enable (off)', {}, ({ services, packages }) => [Object.keys(services), packages], [[], 0]],
  ['enable', ON, ({ services, packages }) => [Object.keys(services), packages], [ALL, 1]],
  [
    'package',
    ON,
    ({ services }) => service(services, 'api').serviceConfig['ExecStart'],
    '/nix/store/almanac/bin/almanac-api',
  ],
  ['api.enable', { ...ON, api: { enable: false } }, ({ services }) => Object.keys(services), ALL.slice(1)],
  ['worker.enable', { ...ON, worker: { enable: false } }, ({ services }) => Object.keys(services), ALL.slice(0, 2)],
  [
    'migrate.enable',
    { ...ON, migrate: { enable: false } },
    ({ services }) => [Object.keys(services), service(services, 'api').requires],
    [['almanac-api', 'almanac-worker'], []],
  ],
  [
    'the schema first',
    ON,
    ({ services }) => ['api', 'worker'].map((name) => service(services, name).requires),
    [['almanac-migrate.service'], ['almanac-migrate.service']],
  ],
  [
    'api.host, api.port',
    { ...ON, api: { host: '0.0.0.0', port: 80 } },
    ({ services }) => pick(service(services, 'api').environment, ['HOST', 'PORT']),
    { HOST: '0.0.0.0', PORT: '80' },
  ],
  [
    'api.metricsPort',
    { ...ON, api: { metricsPort: 9464 } },
    ({ services }) => ['api', 'worker'].map((name) => service(services, name).environment['METRICS_PORT']),
    ['9464', undefined],
  ],
  [
    'worker.metricsPort',
    { ...ON, worker: { metricsPort: 9465 } },
    ({ services }) => service(services, 'worker').environment['METRICS_PORT'],
    '9465',
  ],
  ['api.openFirewall', { ...ON, api: { openFirewall: true } }, ({ ports }) => ports, [8080]],
  ['api.openFirewall (off)', ON, ({ ports }) => ports, []],
  [
    'api.memoryMax, api.memoryHigh',
    { ...ON, api: { memoryMax: '1G', memoryHigh: '900M' } },
    ({ services }) => pick(service(services, 'api').serviceConfig, ['MemoryMax', 'MemoryHigh']),
    { MemoryMax: '1G', MemoryHigh: '900M' },
  ],
  [
    'worker.memoryMax, worker.memoryHigh',
    { ...ON, worker: { memoryMax: '1G', memoryHigh: '900M' } },
    ({ services }) => pick(service(services, 'worker').serviceConfig, ['MemoryMax', 'MemoryHigh']),
    { MemoryMax: '1G', MemoryHigh: '900M' },
  ],
  [
    'settings',
    { ...ON, settings: { CACHE_MB: 64, SITE_NOTICE: 'a' } },
    ({ services }) => ALL.map((name) => services[name]?.environment['CACHE_MB']),
    ['64', '64', '64'],
  ],
  [
    'sources',
    { ...ON, sources: ['osv', 'kev'] },
    ({ services }) => service(services, 'worker').environment['SOURCES'],
    'osv,kev',
  ],
  [
    'osvEcosystems',
    { ...ON, osvEcosystems: ['PyPI', 'npm'] },
    ({ services }) => service(services, 'worker').environment['OSV_ECOSYSTEMS'],
    'PyPI,npm',
  ],
  [
    'secrets',
    { ...ON, secrets: { GITHUB_TOKEN: '/run/secrets/token' } },
    ({ services }) => [
      service(services, 'worker').serviceConfig['LoadCredential'],
      service(services, 'worker').environment['GITHUB_TOKEN_FILE'],
    ],
    [['GITHUB_TOKEN:/run/secrets/token'], '%d/GITHUB_TOKEN'],
  ],
  [
    'database.createLocally',
    { ...ON, database: { createLocally: true } },
    ({ postgresql, services }) => [
      postgresql['ensureDatabases'],
      service(services, 'migrate').after.includes('postgresql.target'),
      service(services, 'api').environment['DATABASE_URL'],
    ],
    [['almanac'], true, 'postgres:///almanac?host=/run/postgresql&user=almanac'],
  ],
  [
    'database.createLocally (off)',
    ON,
    ({ postgresql, services }) => [postgresql, service(services, 'api').environment['DATABASE_URL']],
    [{}, undefined],
  ],
  [
    'redis.createLocally, redis.port',
    { ...ON, redis: { createLocally: true, port: 6380 } },
    ({ redis, services }) => [redis['almanac']?.['port'], service(services, 'api').environment['REDIS_URL']],
    [6380, 'redis://127.0.0.1:6380'],
  ],
  ['redis.createLocally (off)', ON, ({ redis }) => redis, {}],
  [
    'snapshots.enable, snapshots.folder',
    { ...ON, snapshots: { enable: true, folder: '/srv/x' }, secrets: { SNAPSHOT_KEY: '/run/secrets/key' } },
    ({ services, tmpfiles, users }) => [
      ['api', 'worker'].map((name) => service(services, name).environment['SNAPSHOT_FOLDER']),
      ['api', 'worker'].map((name) => service(services, name).serviceConfig['ReadWritePaths']),
      tmpfiles,
      users,
    ],
    [['/srv/x/snapshot', '/srv/x/snapshot'], [undefined, '-/srv/x'], ['d /srv/x 0755 almanac almanac -'], ['almanac']],
  ],
  [
    'snapshots.enable (off)',
    ON,
    ({ services, tmpfiles, users }) => [
      service(services, 'worker').environment['SNAPSHOT_FOLDER'],
      [...tmpfiles, ...users],
    ],
    [undefined, []],
  ],
  [
    'snapshots without a key',
    { ...ON, snapshots: { enable: true } },
    ({ failed }) => failed,
    [expect.stringContaining('SNAPSHOT_KEY')],
  ],
  [
    'one variable twice',
    { ...ON, settings: { GITHUB_TOKEN: 'a' }, secrets: { GITHUB_TOKEN: '/b' } },
    ({ failed }) => failed,
    [expect.stringContaining('not in both')],
  ],
  [
    'two databases',
    { ...ON, database: { createLocally: true }, secrets: { DATABASE_URL: '/b' } },
    ({ failed }) => failed,
    [expect.stringContaining('DATABASE_URL')],
  ],
  [
    'two caches',
    { ...ON, redis: { createLocally: true }, settings: { REDIS_URL: 'redis://a' } },
    ({ failed }) => failed,
    [expect.stringContaining('REDIS_URL')],
  ],
];

const REFUSED: readonly [what: string, settings: object][] = [
  ['a secret that is no path', { ...ON, secrets: { GITHUB_TOKEN: 'ghp_secret' } }],
  ['a port that is none', { ...ON, api: { port: 70_000 } }],
  ['an option that is not there', { ...ON, sauces: ['osv'] }],
  ['a setting that is a list', { ...ON, settings: { TRUSTED_PROXIES: ['127.0.0.1'] } }],
];

describe.skipIf(unavailable !== null)('nix/module.nix', () => {
  let results: readonly (Evaluated | null)[];
  beforeAll(() => {
    const cases = [...OPTIONS, ...REFUSED].map(([, settings]) => settings);
    results = nix('nix/test/evaluate.nix', ['--argstr', 'cases', JSON.stringify(cases)]) as typeof results;
  });

  it.each(OPTIONS.map((row, index) => [row[0], index] as const))('%s', (_what, index) => {
    const [, , read, expected] = OPTIONS[index]!;
    const result = results[index];

    expect(result === null || result === undefined ? result : read(result)).toEqual(expected);
  });

  it.each(REFUSED.map(([what], index) => [what, index] as const))('refuses %s', (_what, index) => {
    expect(results[OPTIONS.length + index]).toBeNull();
  });

  it.each(['api', 'migrate', 'worker'])('gives %s what deploy/systemd gives it', (name) => {
    const { serviceConfig, wantedBy } = service(results[1]!.services, name);
    const unit = serviceSection(`deploy/systemd/almanac-${name}.service`);
    const { ExecStart, LoadCredential, ...given } = serviceConfig;

    expect(Object.fromEntries(Object.entries(given).map(([key, value]) => [key, asUnit(value)]))).toEqual(unit);
    expect([ExecStart, LoadCredential, wantedBy]).toEqual([
      `/nix/store/almanac/bin/almanac-${name}`,
      [],
      ['multi-user.target'],
    ]);
  });

  it('sets only variables that the service, Node or the C library reads', () => {
    const set = results.flatMap((result) =>
      Object.values(result?.services ?? {}).map(({ environment }) => environment),
    );
    const names = new Set(set.flatMap((environment) => Object.keys(environment)));

    const known = new Set(Object.keys(Environment.shape).flatMap((name) => [name, `${name}_FILE`]));
    expect([...names].filter((name) => !known.has(name)).toSorted()).toEqual([
      'MALLOC_ARENA_MAX',
      'MALLOC_MMAP_THRESHOLD_',
      'MALLOC_TRIM_THRESHOLD_',
      'NODE_ENV',
    ]);
  });
});

describe.skipIf(unavailable !== null)('nix/lock.nix', () => {
  const locked = (JSON.parse(readPage('package-lock.json')) as { packages: Readonly<Record<string, Locked>> }).packages;
  let made: Readonly<
    Record<string, { packageLock: { packages: Readonly<Record<string, Locked>> }; package: Manifest }>
  >;
  beforeAll(() => {
    made = nix('nix/test/lock.nix', ['--argstr', 'registry', REGISTRY]) as typeof made;
  });

  it('has every module that runs, at its place, with the address of its tarball and its hash', () => {
    const installed = Object.entries(locked).filter(
      ([place, { link, dev }]) => place.includes('node_modules/') && link !== true && dev !== true,
    );

    const entries = Object.entries(made).flatMap(([place, { packageLock }]) =>
      Object.entries(packageLock.packages).flatMap(([name, entry]) =>
        name === '' ? [] : [[place + name, entry] as const],
      ),
    );

    expect(entries.map(([place]) => place).toSorted()).toEqual(installed.map(([place]) => place).toSorted());
    for (const [place, entry] of entries) {
      const name = place.split('node_modules/').at(-1) ?? '';
      const tarball = `${REGISTRY}${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz`;
      expect(entry).toEqual({ ...locked[place], resolved: tarball, integrity: expect.stringMatching(/^sha\d+-/) });
    }
  });

  it('depends on what is at the root of each place, and on optional packages as such', () => {
    for (const { package: manifest, packageLock } of Object.values(made)) {
      const direct = Object.keys(packageLock.packages).filter((place) => place.split('node_modules/').length === 2);
      const named = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.optionalDependencies)];
      expect(named.toSorted()).toEqual(direct.map((place) => place.replace('node_modules/', '')).toSorted());
    }
    expect(Object.keys(made['']?.package.optionalDependencies ?? {})).toContain('@esbuild/linux-x64');
    expect(Object.keys(made['']?.package.dependencies ?? {})).toContain('fastify');
  });
});

describe.skipIf(unavailable !== null)('nix/package.nix', () => {
  it('starts what npm starts, and has the modules of every place', () => {
    const { installPhase, pname } = nix('nix/test/package.nix', ['--argstr', 'registry', REGISTRY]) as {
      installPhase: string;
      pname: string;
    };
    const { scripts } = JSON.parse(readPage('package.json')) as { scripts: Readonly<Record<string, string>> };

    const started = ['api', 'worker', 'migrate', 'almanac', 'mcp', 'server'].map((name) =>
      scripts[name]?.split(' ').at(-1),
    );
    expect(pname).toBe('almanac');
    expect(started.filter((file) => !installPhase.includes(`$root/${file}"`))).toEqual([]);
    expect(started.every((file) => existsSync(path.join(ROOT, file ?? '')))).toBe(true);
  });
});

describe.skipIf(unavailable !== null)('flake.nix', () => {
  it('has the package, the programs and the module', () => {
    expect(nix('nix/test/flake.nix', [], { NPM_CONFIG_REGISTRY: REGISTRY })).toEqual({
      systems: ['aarch64-linux', 'x86_64-linux'],
      apps: {
        default: '/nix/store/almanac/bin/almanac',
        mcp: '/nix/store/almanac/bin/almanac-mcp',
        server: '/nix/store/almanac/bin/almanac-server',
      },
      given: { registry: REGISTRY },
      isThere: true,
      module: true,
    });
  });

  it('is evaluated without a registry, and says what is missing when it is built', () => {
    expect(nix('nix/test/flake.nix', [], { NPM_CONFIG_REGISTRY: '' })).toMatchObject({
      apps: { default: '/nix/store/almanac-needs-a-registry/bin/almanac' },
      given: {},
      isThere: true,
      module: true,
    });
  });

  it('is locked to the channel that it names', () => {
    const [, owner, repo, ref] = /url = "github:(\w+)\/(\w+)\/([\w.-]+)"/.exec(readPage('flake.nix')) ?? [];
    const { nodes } = JSON.parse(readPage('flake.lock')) as { nodes: { nixpkgs: Record<string, object> } };

    expect(nodes.nixpkgs['original']).toEqual({ type: 'github', owner, repo, ref });
    expect(nodes.nixpkgs['locked']).toMatchObject({ owner, repo, rev: expect.stringMatching(/^[0-9a-f]{40}$/) });
  });
});

it('docs/install.md lists every option of the module', () => {
  const [, chapter = ''] = readPage('docs/install.md').split(/^## NixOS$/m);
  const [page = ''] = chapter.split(/^## /m);
  const named = new Set(
    OPTIONS.flatMap(([what]) => what.replace(' (off)', '').split(', ')).filter((what) => !what.includes(' ')),
  );

  const listed = [...page.matchAll(/^- `([A-Za-z.]+)` \(/gm)].map(([, name]) => String(name));

  expect(listed.toSorted()).toEqual([...named].toSorted());
  expect(page).toContain(SOURCE_IDS.slice(0, 3).join(', '));
});

interface Locked {
  readonly version?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
}

interface Manifest {
  readonly dependencies: object;
  readonly optionalDependencies: object;
}

function nix(file: string, args: readonly string[], variables: NodeJS.ProcessEnv = {}): unknown {
  const library = ['--arg', 'lib', `import ${LIBRARY}`];
  const out = execFileSync('nix-instantiate', ['--eval', '--strict', '--json', ...library, ...args, file], {
    cwd: ROOT,
    encoding: 'utf8',
    // No store is needed to evaluate.
    env: { ...process.env, NIX_REMOTE: 'dummy://', ...variables },
    maxBuffer: 1 << 26,
    timeout: 120_000,
  });
  return JSON.parse(out);
}

function unavailableHere(): string | null {
  if (spawnSync('nix-instantiate', ['--version']).status !== 0) return 'nix-instantiate is absent';
  return existsSync(path.join(LIBRARY, 'default.nix')) ? null : `there is no library of nixpkgs at ${LIBRARY}`;
}

function service(services: Evaluated['services'], name: string): Service {
  const found = services[`almanac-${name}`];
  if (found === undefined) throw new Error(`there is no almanac-${name}`);
  return found;
}

function pick(from: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, from[name]]));
}

/** What a package in the store has in another way: where it is, and its environment. */
const ELSEWHERE = ['ExecStart', 'EnvironmentFile', 'Environment', 'WorkingDirectory'];

function serviceSection(file: string): Record<string, string> {
  const [, section = ''] = readPage(file).split('[Service]\n');
  const lines = section.split('\n[')[0]!.match(/^[A-Za-z]+=.*$/gm) ?? [];
  const pairs = lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
  return Object.fromEntries(pairs.filter(([key]) => !ELSEWHERE.includes(key)));
}

/** As systemd writes it. */
function asUnit(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(' ') : String(value);
}
