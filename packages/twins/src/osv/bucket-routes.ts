import { crc32 } from 'node:zlib';
import type { Answer, RangeManner, TwinRequest } from '../frame/answer.ts';
import type { Route } from '../frame/route.ts';
import { type BucketDeps, bucket } from './bucket.ts';

/** The bucket's path on the storage host. Also served at the root, as on the bucket's own host. */
export const OSV_BUCKET_PATH = '/osv-vulnerabilities/';

export function bucketRoutes(deps: BucketDeps & { readonly ranges?: RangeManner | undefined }): readonly Route[] {
  const objects = bucket(deps);
  return [
    { path: `${OSV_BUCKET_PATH}*object`, handle },
    { path: '/*object', handle },
  ];

  async function handle({ params, now, faults }: TwinRequest): Promise<Answer> {
    const name = params.get('object') ?? '';
    const found = await stored(name, now, faults);
    if (found === null) return NO_SUCH_KEY;
    const spoilt = faults.length === 0 ? '' : JSON.stringify(faults);
    return {
      type: typeOf(name),
      headers: {
        'x-goog-generation': String(found.written * 1000),
        'x-goog-storage-class': 'STANDARD',
        'cache-control': `public, max-age=${deps.cacheSeconds ?? 3600}`,
      },
      modified: found.written,
      body: found.body,
      ...(deps.ranges === undefined ? {} : { ranges: deps.ranges }),
      ...(Buffer.isBuffer(found.body) ? {} : { tag: `${crc32(name + spoilt).toString(16)}-${found.written}` }),
    };
  }

  function stored(name: string, now: number, faults: TwinRequest['faults']) {
    const slash = name.lastIndexOf('/');
    const directory = slash === -1 ? '' : name.slice(0, slash);
    const file = name.slice(slash + 1);
    if (name === 'ecosystems.txt') return objects.ecosystems(now, faults);
    if (file === 'all.zip') return objects.archive(directory, now, faults);
    if (file === 'modified_id.csv') return objects.modifiedIds(directory, now, faults);
    return file.endsWith('.json') ? objects.record(directory, file.slice(0, -'.json'.length), now, faults) : null;
  }
}

function typeOf(name: string): string {
  if (name.endsWith('.zip')) return 'application/zip';
  if (name.endsWith('.json')) return 'application/json';
  return name.endsWith('.csv') ? 'text/csv' : 'text/plain';
}

const NO_SUCH_KEY: Answer = {
  status: 404,
  type: 'application/xml; charset=UTF-8',
  body: Buffer.from(
    "<?xml version='1.0' encoding='UTF-8'?><Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>",
  ),
};
