import path from 'node:path';
import { readYamlDocuments } from './deployment-files.ts';

/** An object of Kubernetes, as far as it is the same for all. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec?: unknown;
  readonly data?: Readonly<Record<string, string>>;
}

interface Kustomization {
  readonly namespace?: string;
  readonly resources: readonly string[];
  readonly images?: readonly { readonly name: string; readonly newName: string; readonly newTag: string }[];
  readonly patches?: readonly { readonly path: string }[];
}

const KNOWN = ['apiVersion', 'kind', 'namespace', 'resources', 'images', 'patches'];

/** What `kubectl kustomize` prints of a folder, for as much of kustomize as `deploy/kubernetes` uses; more is refused. */
export function rendered(folder: string): Manifest[] {
  const [settings] = readYamlDocuments(path.join(folder, 'kustomization.yaml')) as [Kustomization];
  const unknown = Object.keys(settings).filter((name) => !KNOWN.includes(name));
  if (unknown.length > 0) throw new Error(`${folder}: this renderer does not know ${unknown.join(', ')}`);
  const resources = settings.resources.flatMap((name) =>
    name.endsWith('.yaml')
      ? (readYamlDocuments(path.join(folder, name)) as Manifest[])
      : rendered(path.join(folder, name)),
  );
  const patched = (settings.patches ?? []).reduce((manifests, patch) => {
    const [change, ...more] = readYamlDocuments(path.join(folder, patch.path)) as Manifest[];
    const index = manifests.findIndex((each) => identityOf(each) === identityOf(change!));
    if (index === -1 || more.length > 0) throw new Error(`${folder}/${patch.path} is not a patch of one resource`);
    return manifests.with(index, merged(manifests[index], change) as Manifest);
  }, resources);
  return patched.map((manifest) => withNamespace(withImages(manifest, settings), settings.namespace));
}

function identityOf({ apiVersion, kind, metadata }: Manifest): string {
  return `${apiVersion} ${kind} ${metadata.name}`;
}

/** By which elements of a list are told apart; the elements of other lists are not merged, the list is replaced. */
const MERGE_KEYS: Readonly<Record<string, string>> = {
  containers: 'name',
  env: 'name',
  volumes: 'name',
  volumeMounts: 'mountPath',
};

/** A strategic merge. */
function merged(base: unknown, change: unknown, list = ''): unknown {
  if (Array.isArray(base) && Array.isArray(change)) return mergedList(base, change, MERGE_KEYS[list]);
  if (!isMap(base) || !isMap(change)) return change;
  const names = new Set([...Object.keys(base), ...Object.keys(change)]);
  return Object.fromEntries(
    [...names].map((name) => [name, name in change ? merged(base[name], change[name], name) : base[name]]),
  );
}

function mergedList(base: readonly unknown[], change: readonly unknown[], key: string | undefined): readonly unknown[] {
  if (key === undefined) return change;
  const keyOf = (element: unknown) => (element as Record<string, unknown>)[key];
  const changed = base.map((element) => {
    const found = change.find((other) => keyOf(other) === keyOf(element));
    return found === undefined ? element : merged(element, found);
  });
  return [...changed, ...change.filter((element) => !base.some((other) => keyOf(other) === keyOf(element)))];
}

function withImages(manifest: Manifest, { images = [] }: Kustomization): Manifest {
  return JSON.parse(JSON.stringify(manifest), (name, value: unknown) => {
    const image = name === 'image' ? images.find((each) => each.name === value) : undefined;
    return image === undefined ? value : `${image.newName}:${image.newTag}`;
  }) as Manifest;
}

function withNamespace(manifest: Manifest, namespace: string | undefined): Manifest {
  return namespace === undefined ? manifest : { ...manifest, metadata: { ...manifest.metadata, namespace } };
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
