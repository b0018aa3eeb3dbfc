import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type TarEntry, writeTar } from '../../platform/tar.ts';

/** What kind of artifact it is, for registries and their tools. */
const ARTIFACT_TYPE = 'application/vnd.almanac.snapshot.v1';
const MANIFEST = 'application/vnd.oci.image.manifest.v1+json';
const LAYER = 'application/vnd.oci.image.layer.v1.tar+gzip';
const EMPTY = 'application/vnd.oci.empty.v1+json';
const EMPTY_CONFIG = Buffer.from('{}');
/** The folder that `oras pull` unpacks. */
const TITLE = 'snapshot';

export interface OciArtifact {
  readonly digest: string;
  readonly files: number;
  readonly bytes: number;
}

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

/**
 * Writes the published folder as an OCI image layout with one artifact (image-spec 1.1), whose one layer is the folder as a tape archive. The
 * same snapshot makes the same artifact.
 */
export async function writeOciLayout(
  folder: string,
  output: string,
  { tag, published, signal }: { readonly tag: string; readonly published: Date; readonly signal: AbortSignal },
): Promise<OciArtifact> {
  const blobs = path.join(output, 'blobs', 'sha256');
  await mkdir(blobs, { recursive: true });
  const names = await publishedFiles(folder);
  const { layer, unpacked } = await writeLayer(folder, names, blobs, signal);
  const config = await writeBlob(blobs, EMPTY, EMPTY_CONFIG);
  const created = published.toISOString();
  const manifest = await writeBlob(
    blobs,
    MANIFEST,
    Buffer.from(
      JSON.stringify({
        schemaVersion: 2,
        mediaType: MANIFEST,
        artifactType: ARTIFACT_TYPE,
        config,
        layers: [
          {
            ...layer,
            annotations: {
              'org.opencontainers.image.title': TITLE,
              // By these `oras pull` unpacks it, and checks what it has unpacked.
              'io.deis.oras.content.digest': unpacked,
              'io.deis.oras.content.unpack': 'true',
            },
          },
        ],
        annotations: { 'org.opencontainers.image.created': created },
      }),
    ),
  );
  const index = {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [
      { ...manifest, artifactType: ARTIFACT_TYPE, annotations: { 'org.opencontainers.image.ref.name': tag } },
    ],
  };
  await writeFile(path.join(output, 'index.json'), JSON.stringify(index));
  await writeFile(path.join(output, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  return { digest: manifest.digest, files: names.length, bytes: layer.size };
}

/** Everything but drafts. What a reader needs last comes last, so that a cut archive is no snapshot. */
async function publishedFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.draft'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted();
  if (!names.includes(CHECKPOINT)) throw new Error(`${folder} has no snapshot`);
  return [...names.filter((name) => name !== CHECKPOINT), CHECKPOINT];
}

const CHECKPOINT = 'checkpoint';

async function writeLayer(
  folder: string,
  names: readonly string[],
  blobs: string,
  signal: AbortSignal,
): Promise<{ readonly layer: Descriptor; readonly unpacked: string }> {
  const [packedHash, plainHash] = [createHash('sha256'), createHash('sha256')];
  const draft = path.join(blobs, `${randomUUID()}.draft`);
  async function* files(): AsyncGenerator<TarEntry> {
    for (const name of names) {
      // An object may expire meanwhile; the newest snapshot needs none that does.
      const bytes = await readFile(path.join(folder, name)).catch(unlessAbsent);
      if (bytes !== null) yield { name: `${TITLE}/${name}`, bytes };
    }
  }
  async function* hashed(source: AsyncIterable<Buffer>, hash: typeof packedHash): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(
      Readable.from(hashed(writeTar(files()), plainHash)),
      // Its objects are packed already.
      createGzip({ level: 1 }),
      (packed: AsyncIterable<Buffer>) => hashed(packed, packedHash),
      createWriteStream(draft),
      { signal },
    );
    const digest = packedHash.digest('hex');
    const { size } = await stat(draft);
    await rename(draft, path.join(blobs, digest));
    return {
      layer: { mediaType: LAYER, digest: `sha256:${digest}`, size },
      unpacked: `sha256:${plainHash.digest('hex')}`,
    };
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeBlob(blobs: string, mediaType: string, bytes: Buffer): Promise<Descriptor> {
  const digest = createHash('sha256').update(bytes).digest('hex');
  await writeFile(path.join(blobs, digest), bytes);
  return { mediaType, digest: `sha256:${digest}`, size: bytes.length };
}

function unlessAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
