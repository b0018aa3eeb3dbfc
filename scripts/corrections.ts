import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes the module that carries `corrections.jsonl`: code that runs in a browser reads no files. */
const FOLDER = path.resolve(import.meta.dirname, '../packages/core/src/records');

export function moduleOfCorrections(lines: string): string {
  const entries = lines.trimEnd().split('\n');
  return [
    '// Written by `npm run corrections` from corrections.jsonl.',
    '// biome-ignore format: one entry a line, as in the file',
    'export const LISTED_CORRECTIONS = [',
    ...entries.map((entry) => `  ${entry},`),
    '] as const;',
    '',
  ].join('\n');
}

if (process.argv[1] === import.meta.filename) {
  const lines = readFileSync(path.join(FOLDER, 'corrections.jsonl'), 'utf8');
  writeFileSync(path.join(FOLDER, 'corrections-list.ts'), moduleOfCorrections(lines));
}
