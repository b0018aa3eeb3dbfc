import { OBJECT_LIMITS, SnapshotProblem } from '@almanac/core/snapshots';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { SnapshotTarget } from './target.ts';

export interface BucketSettings {
  readonly bucket: string;
  /** An S3-compatible service; Amazon's own where there is none. */
  readonly endpoint: string | undefined;
  /** Before every path, without a slash at its ends; empty for none. */
  readonly prefix: string;
}

const TIMEOUTS = { connectionTimeout: 5_000, requestTimeout: 60_000 };
const ATTEMPTS = 4;

/**
 * A bucket of an S3-compatible service. A PUT replaces a file whole, and is durable when it is answered. Region and credentials come
 * from where Amazon's tools look for them.
 */
export function openBucketTarget({ bucket, endpoint, prefix }: BucketSettings): SnapshotTarget {
  const client = new S3Client({
    // Services other than Amazon's rarely have a name for each bucket.
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    maxAttempts: ATTEMPTS,
    requestHandler: TIMEOUTS,
    // Checksums of Amazon's own are refused by other services; every object has its hash in its name.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const before = prefix === '' ? '' : `${prefix}/`;
  const at = (path: string) => ({ Bucket: bucket, Key: before + path });
  return {
    async read(path) {
      const found = await client.send(new GetObjectCommand(at(path))).catch(absent);
      if (found === null) return null;
      if ((found.ContentLength ?? 0) > OBJECT_LIMITS.packed) throw new SnapshotProblem('object_too_large', path);
      return (await found.Body?.transformToByteArray()) ?? new Uint8Array();
    },
    has: async (path, bytes) =>
      (await client.send(new HeadObjectCommand(at(path))).catch(absent))?.ContentLength === bytes,
    async write(path, bytes) {
      await client.send(
        new PutObjectCommand({
          ...at(path),
          Body: bytes,
          CacheControl: getCacheControl(path),
          ...getContentType(path),
        }),
      );
    },
    settle: async () => {},
    async *objects() {
      let ContinuationToken: string | undefined;
      do {
        const listed = { Bucket: bucket, Prefix: `${before}object/`, ContinuationToken };
        const page = await client.send(new ListObjectsV2Command(listed));
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key === undefined || LastModified === undefined) continue;
          yield { path: Key.slice(before.length), modified: LastModified };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken !== undefined);
    },
    async remove(path) {
      await client.send(new DeleteObjectCommand(at(path)));
    },
    removeDrafts: async () => {},
  };
}

/** Tiles and objects are never replaced; the checkpoint and what the collection publishes are. */
function getCacheControl(path: string): string {
  return /^(?:tile|object)\//.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=60';
}

function getContentType(path: string): { readonly ContentType?: string } {
  return path.endsWith('.json') ? { ContentType: 'application/json' } : {};
}

function absent(error: unknown): null {
  const isMissing = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
  if (isMissing && error.name !== 'NoSuchBucket') return null;
  throw error;
}
