/**
 * Compares openapi.json with the document of the last release and exits 1 when a client of that release would break.
 * `npm run release:prepare` copies openapi.json to packages/contract/released/openapi.json.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { breakingChanges, type OpenapiDocument } from '@almanac/contract';

const root = path.resolve(import.meta.dirname, '..');

export const RELEASED = path.join(root, 'packages/contract/released/openapi.json');
export const PRESENT = path.join(root, 'openapi.json');

export function readDocument(file: string): OpenapiDocument {
  return JSON.parse(readFileSync(file, 'utf8')) as OpenapiDocument;
}

if (import.meta.main) {
  const sentences = breakingChanges(
    readDocument(RELEASED),
    readDocument(PRESENT),
    new Date().toISOString().slice(0, 10),
  );
  for (const sentence of sentences) console.error(sentence);
  process.exitCode = sentences.length === 0 ? 0 : 1;
}
