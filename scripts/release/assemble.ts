/**
 * `npm run release:assemble -- [--out <folder>] [--repository <address>] [--image <archive>]`: everything that a release consists of, in one folder: the
 * tarballs of what `npm run build` made, the bills of materials of the packages and of the image, and SHA256SUMS over all of them, an image
 * archive included where one is given. Nothing is uploaded.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { publishedPackages, ROOT, readManifest } from './packages.ts';
import { sbomOf } from './sbom.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'dist/release' },
    repository: { type: 'string' },
    image: { type: 'string' },
  },
});
const out = path.resolve(values.out);
const { name, version } = readManifest('.');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const repository = values.repository === undefined ? [] : ['--repository', values.repository];
execFileSync(process.execPath, [path.join(ROOT, 'scripts/pack.ts'), '--out', out, ...repository], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
const packages = publishedPackages().map(({ manifest }) => manifest.name);
writeFileSync(path.join(out, `${name}-packages-${version}.cdx.json`), sbomOf(packages));
writeFileSync(path.join(out, `${name}-image-${version}.cdx.json`), sbomOf(['@almanac/server']));
if (values.image !== undefined) copyFileSync(values.image, path.join(out, `${name}-image-${version}.tar`));

const files = readdirSync(out).toSorted();
const sums = files.map(
  (file) =>
    `${createHash('sha256')
      .update(readFileSync(path.join(out, file)))
      .digest('hex')}  ${file}`,
);
writeFileSync(path.join(out, 'SHA256SUMS'), `${sums.join('\n')}\n`);
for (const file of [...files, 'SHA256SUMS']) {
  process.stdout.write(`${String(statSync(path.join(out, file)).size).padStart(10)}  ${file}\n`);
}
