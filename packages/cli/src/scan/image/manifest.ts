import { createHash } from 'node:crypto';
import type { ImagePart, OpenImage } from './open-image.ts';
import { ImageProblem } from './problem.ts';

/** Layers from the bottom up. */
export interface ImageManifest {
  readonly layers: readonly LayerReference[];
  /** Sentences about what was left out. */
  readonly notJudged: readonly string[];
}

export interface LayerReference {
  readonly part: string;
  readonly sha256: string | null;
}

const LONGEST_JSON = 10 * 1024 * 1024;
const MOST_LAYERS = 1000;
/** An index may name other indexes. */
const DEEPEST = 3;

/** Prefers an OCI layout's `index.json` to the `manifest.json` of `docker save`. */
export async function readManifest(image: OpenImage): Promise<ImageManifest> {
  const index = await image.part('index.json');
  const found = index === null ? await dockerManifest(image) : await ociManifest(image, await readJson(index), 0);
  if (found.layers.length > MOST_LAYERS) throw new ImageProblem(`The image has more than ${MOST_LAYERS} layers.`);
  return found;
}

async function ociManifest(image: OpenImage, document: unknown, depth: number): Promise<ImageManifest> {
  if (depth > DEEPEST) throw new ImageProblem("The image's indexes are nested too deeply.");
  const layers = listIn(document, 'layers');
  if (layers !== null) return { layers: layers.map(blobOf), notJudged: [] };
  const manifests = listIn(document, 'manifests') ?? [];
  const chosen = manifests.find((each) => isForLinux(each)) ?? manifests[0];
  if (chosen === undefined) throw new ImageProblem('The image index lists no manifest.');
  const { part, sha256 } = blobOf(chosen);
  const below = await image.part(part);
  if (below === null) throw new ImageProblem(`The image has no ${part}.`);
  const found = await ociManifest(image, await readJson(below, sha256), depth + 1);
  const others = manifests.filter((each) => each !== chosen && !isAttestation(each)).length;
  const left = `not checked: ${others} other images in the same index, for other platforms or names`;
  return others === 0 ? found : { ...found, notJudged: [...found.notJudged, left] };
}

async function dockerManifest(image: OpenImage): Promise<ImageManifest> {
  const manifest = await image.part('manifest.json');
  if (manifest === null) throw new ImageProblem('Not an image: index.json and manifest.json are missing.');
  const images = await readJson(manifest);
  const [first, ...others] = Array.isArray(images) ? (images as unknown[]) : [];
  const layers = listIn(first, 'Layers');
  if (layers === null) throw new ImageProblem('manifest.json lists no layers.');
  const parts = layers.map((part) => {
    if (typeof part !== 'string') throw new ImageProblem('manifest.json contains an invalid layer name.');
    return { part, sha256: null };
  });
  return {
    layers: parts,
    notJudged: others.length === 0 ? [] : [`not checked: ${others.length} other images in the archive`],
  };
}

function isForLinux(descriptor: unknown): boolean {
  const platform = memberOf(descriptor, 'platform');
  return memberOf(platform, 'os') === 'linux' && memberOf(platform, 'architecture') === 'amd64';
}

/** Build tools store attestations beside images. */
function isAttestation(descriptor: unknown): boolean {
  return memberOf(memberOf(descriptor, 'platform'), 'os') === 'unknown';
}

function blobOf(descriptor: unknown): LayerReference {
  const digest = memberOf(descriptor, 'digest');
  const [, sha256] = typeof digest === 'string' ? (/^sha256:([0-9a-f]{64})$/.exec(digest) ?? []) : [];
  if (sha256 === undefined) throw new ImageProblem('A part of the image has no SHA-256.');
  return { part: `blobs/sha256/${sha256}`, sha256 };
}

async function readJson(part: ImagePart, sha256: string | null = null): Promise<unknown> {
  if (part.size > LONGEST_JSON) throw new ImageProblem('An image manifest is too large.');
  const chunks: Buffer[] = [];
  for await (const chunk of part.stream()) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (sha256 !== null && createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new ImageProblem('A manifest does not match its SHA-256.');
  }
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    throw new ImageProblem('An image manifest is not valid JSON.');
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function listIn(value: unknown, name: string): readonly unknown[] | null {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list : null;
}
