import { stat } from 'node:fs/promises';
import type { Answer } from '../frame/answer.ts';
import type { TwinDefinition } from '../frame/twin.ts';
import { advisoryIdAt, advisoryIndexOf, advisoryModified, advisoryText } from './advisory.ts';
import { archiveFile, type WorldFiles } from './archives.ts';
import type { Shown } from './cve-upstream.ts';
import { homeOf } from './ecosystems.ts';
import { listFile } from './lists.ts';

/** Archives keep their initial content while files and lists move on, as in reality. */
export function osvBucket(files: WorldFiles, { moments, editions }: Shown): TwinDefinition {
  const { size, ecosystems } = files;
  return {
    source: 'osv',
    documentFaults: [],
    open: () => [
      { path: '/ecosystems.txt', handle: names },
      { path: '/modified_id.csv', handle: () => list('') },
      { path: '/:directory/modified_id.csv', handle: ({ params }) => list(params.get('directory') ?? '') },
      { path: '/:directory/all.zip', handle: ({ params }) => archive(params.get('directory') ?? '') },
      {
        path: '/:directory/:object',
        handle: ({ params }) => record(params.get('directory') ?? '', params.get('object') ?? ''),
      },
    ],
  };

  function names(): Answer {
    const lines = ecosystems.flatMap(({ name }) => (name === 'Alpine' ? [name, 'Alpine:v3.17'] : [name]));
    return { type: 'text/plain', body: Buffer.from(`${lines.join('\n')}\n`) };
  }

  async function list(directory: string): Promise<Answer | null> {
    const ecosystem = ecosystems.find(({ name }) => name === directory) ?? null;
    if (ecosystem === null && directory !== '') return null;
    const path = listFile(files, ecosystem);
    const { size: bytes, mtimeMs } = await stat(path);
    return { type: 'text/csv', body: { path, size: bytes }, modified: mtimeMs, tag: `${directory}-${mtimeMs}` };
  }

  async function archive(directory: string): Promise<Answer | null> {
    const ecosystem = ecosystems.find(({ name }) => name === directory);
    if (ecosystem === undefined) return null;
    const path = archiveFile(files, ecosystem);
    const { size: bytes, mtimeMs } = await stat(path);
    return { type: 'application/zip', body: { path, size: bytes }, modified: mtimeMs, tag: `${bytes}-${editions()}` };
  }

  function record(directory: string, object: string): Answer | null {
    const id = object.slice(0, -'.json'.length);
    const index = advisoryIndexOf(id);
    const count = size.advisories + (moments().day === null ? 0 : size.day.newAdvisories);
    if (!Number.isInteger(index) || index < 0 || index >= count) return null;
    const home = homeOf(ecosystems, index);
    if (home.name !== directory || advisoryIdAt(home, index) !== id) return null;
    const body = Buffer.from(advisoryText(size, ecosystems, index, moments()));
    return { type: 'application/json', body, modified: advisoryModified(size, index, moments()) };
  }
}
