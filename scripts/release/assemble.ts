/**
 * `npm run release:assemble -- [--out <folder>] [--repository <address>] [--image <archive>]`: everything that a release consists of, in one folder: the
 * tarballs of what `npm run build` made, the bills of materials of the packages and of the image, and SHA256SUMS over all of them, an image
 * archive included where one is given. Lists all of it, and fails where something is missing or wrong. Nothing is uploaded.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { listRelease, SUMS, sha256 } from './listing.ts';
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
const sboms = new Map([
  [`${name}-packages-${version}.cdx.json`, packages],
  [`${name}-image-${version}.cdx.json`, ['@almanac/server']],
]);
for (const [file, workspaces] of sboms) writeFileSync(path.join(out, file), sbomOf(workspaces));
if (values.image !== undefined) copyFileSync(values.image, path.join(out, `${name}-image-${version}.tar`));
const sums = readdirSync(out)
  .toSorted()
  .map((file) => `${sha256(path.join(out, file))}  ${file}\n`);
writeFileSync(path.join(out, SUMS), sums.join(''));

const { lines, problems } = listRelease(out, { version, packages, sboms: [...sboms.keys()] });
process.stdout.write(`${lines.join('\n')}\n`);
if (problems.length > 0) {
  process.stderr.write(`The release is not complete:\n${problems.join('\n')}\n`);
  process.exitCode = 1;
}
