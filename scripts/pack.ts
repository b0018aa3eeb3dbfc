/**
 * `npm run pack -- [--out <folder>] [--repository <address>]`: packs what `npm run build` made, as it is published, and prints the
 * paths of the tarballs.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { originOf, type Package, publishedPackages, ROOT } from './release/packages.ts';
import { publishedManifest, repositoryPage } from './release/published-manifest.ts';

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'dist' }, repository: { type: 'string' } },
});
const out = path.resolve(values.out);
const repository = repositoryPage(values.repository ?? originOf());
if (repository === null)
  process.stderr.write('No --repository and no remote `origin`: the packages do not say where they are from.\n');

const stage = mkdtempSync(path.join(tmpdir(), 'almanac-pack-'));
try {
  mkdirSync(out, { recursive: true });
  const staged = publishedPackages().map(stagedIn);
  const packed = execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', out, ...staged], {
    encoding: 'utf8',
  });
  for (const { filename } of JSON.parse(packed) as { filename: string }[]) {
    process.stdout.write(`${path.join(out, filename)}\n`);
  }
} finally {
  rmSync(stage, { recursive: true });
}

/** A folder with what is in the package: its `files`, README and manifest, and the licence of the repository. */
function stagedIn({ folder, manifest }: Package): string {
  const target = path.join(stage, path.basename(folder));
  for (const file of [...(manifest['files'] as readonly string[]), 'README.md']) {
    cpSync(path.join(ROOT, folder, file), path.join(target, file), { recursive: true });
  }
  cpSync(path.join(ROOT, 'LICENSE'), path.join(target, 'LICENSE'));
  const published = publishedManifest(manifest, folder, repository);
  writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  return target;
}
