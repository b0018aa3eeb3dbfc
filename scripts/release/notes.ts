/** `npm run release:notes`: what the changelog says of the present version. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { notesOf } from './changelog.ts';
import { ROOT, readManifest } from './packages.ts';

const { version } = readManifest('.');
const notes = notesOf(readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8'), version);
if (notes === null) {
  process.stderr.write(`CHANGELOG.md has no heading for ${version}: npm run release:prepare writes it.\n`);
  process.exit(1);
}
process.stdout.write(`${notes}\n`);
