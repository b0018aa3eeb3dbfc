import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Environment } from '../packages/server/src/bin/environment.ts';
import { newSignerKey } from '../packages/server/src/ingest/snapshots/signer.ts';
import { ROOT, readPage } from './docs-pages.ts';
import { type Manifest, rendered } from './kustomize.ts';

const FOLDERS = ['base', 'overlays/small', 'overlays/publishing', 'overlays/production'] as const;
const cluster = new Map(FOLDERS.map((name) => [name, rendered(`deploy/kubernetes/${name}`)]));
const { scripts } = JSON.parse(readPage('package.json')) as { readonly scripts: Readonly<Record<string, string>> };

/** Below node_modules, so that packages are found from there. */
const cache = path.join(ROOT, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
const scratch = mkdtempSync(path.join(cache, 'kubernetes-'));
afterAll(() => rmSync(scratch, { recursive: true }));

describe.each(FOLDERS)('deploy/kubernetes/%s', (folder) => {
  const objects = cluster.get(folder) ?? [];
  const pods = objects.flatMap(podsOf);
  const settings = objects.find(({ metadata }) => metadata.name === 'almanac-settings')?.data ?? {};

  it.each(objects.map((object) => [`${object.kind} ${object.metadata.name}`, object] as const))(
    '%s is valid by the schema of the API',
    async (_name, object) => {
      const models = (await import(moduleOf(object))) as Record<string, new (given: object) => { validate(): void }>;
      const Model = models[object.kind];

      expect(Model).toBeDefined();
      expect(() => new Model!(object).validate()).not.toThrow();
    },
  );

  it('runs migrate, api and worker by the files that npm runs them by', () => {
    const started = pods.map(({ name, container }) => [
      name,
      `node --conditions=@almanac/source ${container.args.join(' ')}`,
    ]);

    expect(Object.fromEntries(started)).toEqual({
      migrate: scripts['migrate'],
      api: scripts['api'],
      worker: scripts['worker'],
    });
  });

  it.each(pods)('$name has no rights and no writable root', ({ pod, container }) => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.resources.limits).toHaveProperty('memory');
  });

  it('probes the api for liveness without an engine, and lets it start with one', () => {
    const { container } = pods.find(({ name }) => name === 'api')!;

    const paths = [container.livenessProbe, container.readinessProbe, container.startupProbe].map(
      (probe) => probe?.httpGet.path,
    );
    expect(paths).toEqual(['/livez', '/readyz?exclude=database', '/readyz']);
    expect(pods.find(({ name }) => name === 'worker')?.container.livenessProbe?.httpGet).toEqual({
      path: '/livez',
      port: 'metrics',
    });
  });

  it('gives the service settings that it can use', () => {
    const known = Object.entries(settings).filter(([name]) => name in Environment.shape);
    // Read from its file.
    if ('SNAPSHOT_KEY_FILE' in settings) known.push(['SNAPSHOT_KEY', newSignerKey('almanac.example/log')]);
    const inFiles = Object.keys(settings).filter((name) => name.replace(/_FILE$/, '') in Environment.shape);

    expect(Environment.safeParse(Object.fromEntries(known)).error).toBeUndefined();
    expect(Object.keys(settings).filter((name) => !inFiles.includes(name))).toEqual(
      folder === 'overlays/production' ? ['NODE_EXTRA_CA_CERTS'] : [],
    );
  });

  it('refers to what is there', () => {
    const named = (kind: string) =>
      objects.filter((object) => object.kind === kind).map(({ metadata }) => metadata.name);
    const text = JSON.stringify(objects);

    const [accounts, maps] = [
      matches(text, /"serviceAccountName":"([\w-]+)"/g),
      matches(text, /"configMap(?:Ref)?":\{"name":"([\w-]+)"/g),
    ];
    expect(accounts.filter((name) => !named('ServiceAccount').includes(name))).toEqual([]);
    expect(maps.filter((name) => !named('ConfigMap').includes(name))).toEqual([]);
    expect(matches(text, /"scaleTargetRef":\{[^}]*"name":"([\w-]+)"/g)).toEqual(['almanac-api']);
    for (const { pod, container, labels } of pods) {
      expect(container.volumeMounts.map(({ name }) => name).toSorted()).toEqual(
        pod.volumes.map(({ name }) => name).toSorted(),
      );
      expect(labels['app.kubernetes.io/name']).toBe('almanac');
    }
  });

  it('selects the pods that it means', () => {
    const labels = pods.map((pod) => pod.labels);
    const selectors = [...JSON.stringify(objects).matchAll(/"(?:matchLabels|selector)":(\{"app\.kubernetes[^}]*\})/g)];

    const lost = selectors
      .map(([, selector = '']) => JSON.parse(selector) as Readonly<Record<string, string>>)
      .filter(
        (selector) => !labels.some((given) => Object.entries(selector).every(([name, value]) => given[name] === value)),
      );
    expect(lost).toEqual([]);
    expect(selectors.length).toBeGreaterThan(8);
  });

  it('lets a node go while the api is at its smallest', () => {
    const { minReplicas } = specOf(objects, 'HorizontalPodAutoscaler') as { minReplicas: number };
    const { minAvailable } = specOf(objects, 'PodDisruptionBudget') as { minAvailable: number };

    expect(minAvailable).toBeLessThan(minReplicas);
  });

  it('names only secrets that the page names', () => {
    const page = readPage('docs/install.md') + readPage('docs/env.md');
    const keys = matches(JSON.stringify(objects), /\/etc\/almanac\/secrets\/(\w+)/g);

    expect(keys.length).toBeGreaterThan(2);
    expect(keys.filter((key) => !page.includes(key))).toEqual([]);
  });

  it.skipIf(folder === 'base')('has a namespace and an image of its own', () => {
    expect(objects.filter(({ metadata }) => metadata.namespace !== 'almanac')).toEqual([]);
    expect(pods.every(({ container }) => container.image.startsWith('registry.example/almanac:'))).toBe(true);
  });
});

it('publishes to a volume that the worker writes and the api reads', () => {
  const objects = cluster.get('overlays/publishing') ?? [];
  const folder = objects.find(({ metadata }) => metadata.name === 'almanac-settings')?.data?.['SNAPSHOT_FOLDER'] ?? '';

  const mounts = objects
    .flatMap(podsOf)
    .flatMap(({ name, container, pod }) =>
      container.volumeMounts
        .filter(({ mountPath }) => folder.startsWith(`${mountPath}/`))
        .map(({ name: volume, readOnly = false }) => [
          name,
          readOnly,
          pod.volumes.find((each) => each.name === volume)?.persistentVolumeClaim?.claimName,
          pod.securityContext.fsGroup,
        ]),
    );

  expect(mounts).toHaveLength(2);
  expect(mounts).toContainEqual(['api', true, 'almanac-snapshots', 10_001]);
  expect(mounts).toContainEqual(['worker', false, 'almanac-snapshots', 10_001]);
  expect(objects.filter(({ kind }) => kind === 'PersistentVolumeClaim').map(({ metadata }) => metadata.name)).toEqual([
    'almanac-snapshots',
  ]);
});

// The schemas allow members that they do not know: a misspelt one would be dropped by the cluster in silence. The types do not.
it('has no member that the API does not know', { timeout: 60_000 }, () => {
  const objects = [...cluster.values()].flat();
  const lines = objects.map(
    (object, index) =>
      `export const o${index}: import('${moduleOf(object)}').I${object.kind} = ${JSON.stringify(object, null, 2)};`,
  );
  writeFileSync(path.join(scratch, 'objects.ts'), lines.join('\n'));
  writeFileSync(
    path.join(scratch, 'misspelt.ts'),
    lines.join('\n').replace('"readOnlyRootFilesystem"', '"readOnlyRoot"'),
  );
  writeFileSync(path.join(scratch, 'package.json'), '{ "type": "module" }');

  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const flags = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--skipLibCheck',
    '--types',
    '',
    'objects.ts',
    'misspelt.ts',
  ];
  const { stdout } = spawnSync(process.execPath, [tsc, ...flags], { cwd: scratch, encoding: 'utf8' });

  const mistakes = stdout.split('\n').filter((line) => line.includes('error'));
  expect(mistakes).toEqual([expect.stringMatching(/^misspelt\.ts.*readOnlyRoot/)]);
});

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Container {
  readonly image: string;
  readonly args: readonly string[];
  readonly securityContext: object;
  readonly resources: { readonly limits: object };
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly?: boolean }[];
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
}

interface Template {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly containers: readonly (Container & { name: string })[];
    readonly securityContext: { readonly fsGroup?: number };
    readonly volumes: readonly {
      readonly name: string;
      readonly persistentVolumeClaim?: { readonly claimName: string };
    }[];
  };
}

function podsOf({ spec }: Manifest) {
  const template = (spec as { readonly template?: Template } | undefined)?.template;
  if (template === undefined) return [];
  const { metadata, spec: pod } = template;
  return pod.containers.map((container) => ({ name: container.name, container, pod, labels: metadata.labels }));
}

function specOf(objects: readonly Manifest[], kind: string): unknown {
  return objects.find((object) => object.kind === kind)?.spec;
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => String(name));
}

/** Where the official schema of a kind is, and its type. */
function moduleOf({ apiVersion, kind }: Manifest): string {
  const library = apiVersion.startsWith('monitoring.coreos.com/')
    ? '@kubernetes-models/prometheus-operator'
    : 'kubernetes-models';
  return `${library}/${apiVersion}/${kind}`;
}
