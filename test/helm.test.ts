import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Environment } from '../packages/server/src/bin/environment.ts';
import { newSignerKey } from '../packages/server/src/ingest/snapshots/signer.ts';
import { readYaml, yamlDocuments } from './deployment-files.ts';
import { ROOT, readPage } from './docs-pages.ts';
import { renderedChart } from './helm.ts';
import { type Manifest, rendered } from './kustomize.ts';

const hasHelm = spawnSync('helm', ['version']).status === 0;
if (!hasHelm) console.log('Skipping what Helm itself makes of deploy/helm: helm is absent.');

const PUBLISHING = { snapshots: { enabled: true, storageClass: 'shared' } };
const EVERYTHING = {
  ...PUBLISHING,
  api: { replicas: { min: 1, max: 1 } },
  settings: { TRUSTED_PROXIES: '10.0.0.0/8', CACHE_MB: 64 },
  ingress: { enabled: true, className: 'nginx', host: 'almanac.test', tlsSecret: 'tls', annotations: { a: 'b' } },
};
const BUCKET = { snapshots: { enabled: true, bucket: 'almanac/public' } };
const CASES = [{}, PUBLISHING, EVERYTHING, BUCKET, { networkPolicies: false, monitors: false }];

/** By kind and name; a Job has the revision in its name, and the image is the chart's. */
function byName(objects: readonly Manifest[]): ReadonlyMap<string, unknown> {
  return new Map(
    objects.map((object) => {
      const text = JSON.stringify(object)
        .replaceAll('"almanac-migrate-1"', '"almanac-migrate"')
        .replaceAll('"almanac:0.1.0","imagePullPolicy":"IfNotPresent"', '"almanac"');
      const { kind, metadata } = JSON.parse(text) as Manifest;
      return [`${kind} ${metadata.name}`, JSON.parse(text) as unknown];
    }),
  );
}

function find(objects: readonly Manifest[], kind: string, name: string): Manifest | undefined {
  return objects.find((object) => object.kind === kind && object.metadata.name === name);
}

describe('deploy/helm', () => {
  it('makes what deploy/kubernetes/base has', () => {
    expect(Object.fromEntries(byName(renderedChart({})))).toEqual(
      Object.fromEntries(byName(rendered('deploy/kubernetes/base'))),
    );
  });

  it('publishes snapshots to a volume that the worker writes and the api reads', () => {
    const objects = renderedChart(PUBLISHING);
    const settings = find(objects, 'ConfigMap', 'almanac-settings')?.data ?? {};

    const mounts = ['api', 'worker'].map((name) =>
      /"mountPath":"\/srv\/almanac"(?:,"readOnly":true)?/
        .exec(JSON.stringify(find(objects, 'Deployment', `almanac-${name}`)))
        ?.at(0),
    );

    expect(mounts).toEqual(['"mountPath":"/srv/almanac","readOnly":true', '"mountPath":"/srv/almanac"']);
    expect(settings).toMatchObject({ SNAPSHOT_FOLDER: '/srv/almanac/snapshot', SNAPSHOT_KEY_FILE: expect.any(String) });
    expect(find(objects, 'PersistentVolumeClaim', 'almanac-snapshots')?.spec).toEqual({
      accessModes: ['ReadWriteMany'],
      storageClassName: 'shared',
      resources: { requests: { storage: '10Gi' } },
    });
  });

  it('publishes them to a bucket without a volume', () => {
    const objects = renderedChart(BUCKET);

    expect(find(objects, 'ConfigMap', 'almanac-settings')?.data).toMatchObject({ SNAPSHOT_BUCKET: 'almanac/public' });
    expect(JSON.stringify(objects)).not.toMatch(/almanac-snapshots|SNAPSHOT_FOLDER/);
  });

  it('lets the world in by an Ingress, and a node with one api go', () => {
    const objects = renderedChart(EVERYTHING);

    expect(find(objects, 'Ingress', 'almanac')).toMatchObject({
      metadata: { annotations: { a: 'b' } },
      spec: {
        ingressClassName: 'nginx',
        tls: [{ hosts: ['almanac.test'], secretName: 'tls' }],
        rules: [{ host: 'almanac.test', http: { paths: [{ path: '/', pathType: 'Prefix' }] } }],
      },
    });
    expect(find(objects, 'PodDisruptionBudget', 'almanac-api')?.spec).toMatchObject({ minAvailable: 0 });
  });

  it.each(CASES)('gives the service settings that it can use: %j', (values) => {
    const settings = find(renderedChart(values), 'ConfigMap', 'almanac-settings')?.data ?? {};
    const known = Object.entries(settings).filter(([name]) => name in Environment.shape);
    if ('SNAPSHOT_KEY_FILE' in settings) known.push(['SNAPSHOT_KEY', newSignerKey('almanac.example/log')]);

    expect(Environment.safeParse(Object.fromEntries(known)).error).toBeUndefined();
    expect(Object.keys(settings).filter((name) => !(name.replace(/_FILE$/, '') in Environment.shape))).toEqual([]);
  });

  it('has the version of the packages, and a page that names every value', () => {
    const { version } = JSON.parse(readPage('package.json')) as { version: string };
    const { version: own, appVersion } = readYaml('deploy/helm/Chart.yaml') as Readonly<Record<string, string>>;

    expect([own, appVersion]).toEqual([version, version]);
  });

  it.skipIf(!hasHelm).each(CASES)('is rendered by Helm as here: %j', (values) => {
    const given = ['template', 'almanac', 'deploy/helm', '--values', '-'];
    const { stdout, stderr } = spawnSync('helm', given, { cwd: ROOT, input: JSON.stringify(values), encoding: 'utf8' });

    const objects = yamlDocuments(stdout).filter((each) => each != null) as Manifest[];
    expect(stderr).toBe('');
    expect(byName(objects)).toEqual(byName(renderedChart(values)));
  });
});
