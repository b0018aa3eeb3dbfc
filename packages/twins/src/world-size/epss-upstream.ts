import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { TwinDefinition } from '../frame/twin.ts';
import type { WorldFiles } from './archives.ts';
import { epssText } from './epss.ts';

const DAY = 86_400_000;

export function epssFiles(files: WorldFiles): TwinDefinition {
  return {
    source: 'epss',
    documentFaults: [],
    open: () => [
      {
        path: '/:file',
        async handle({ params }) {
          const file = path.join(files.folder, path.basename(params.get('file') ?? ''));
          if (!file.endsWith('.csv.gz') || !existsSync(file)) return { status: 403, type: 'application/xml' };
          const { size } = await stat(file);
          return { type: 'application/gzip', body: { path: file, size }, tag: path.basename(file) };
        },
      },
    ],
  };
}

/** Writes missing files up to this day. */
export async function writeScores({ folder, size }: WorldFiles, last: string): Promise<void> {
  for (let ago = size.days - 1; ago >= 0; ago -= 1) {
    const date = new Date(Date.parse(last) - ago * DAY).toISOString().slice(0, 10);
    const file = path.join(folder, `epss_scores-${date}.csv.gz`);
    if (!existsSync(file)) await writeFile(file, await promisify(gzip)(epssText(size, date), { level: 4 }));
  }
}
