/**
 * `npm run release:rehearse -- [--out <folder>] [--repository <address>]`: a release of what is committed, on a clone of its own, up to the point where
 * something would leave the machine. Lists what would be published; the image is built where buildah and its base are at hand.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { baseImage, buildImage, imageUnavailable } from './image.ts';
import { originOf, ROOT } from './packages.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'dist/release' },
    repository: { type: 'string', default: originOf().trim() },
  },
});
const folder = mkdtempSync(path.join(tmpdir(), 'almanac-rehearsal-'));
const clone = path.join(folder, 'almanac');
const run = (program: string, ...args: string[]) => {
  process.stdout.write(`\n$ ${program} ${args.join(' ')}\n`);
  execFileSync(program, args, { cwd: clone, stdio: ['ignore', 'inherit', 'inherit'] });
};
const npm = (...args: string[]) => run('npm', 'run', '--silent', ...args);
const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim();

try {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone]);
  run('npm', 'ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error');
  npm('release:prepare');
  commit();
  npm('check:openapi');
  npm('build');
  npm('release:notes');
  const image = builtImage();
  npm(
    'release:assemble',
    '--',
    ...(values.repository === '' ? [] : ['--repository', values.repository]),
    ...(image === null ? [] : ['--image', image]),
  );
  const changed = git('status', '--porcelain');
  if (changed !== '') throw new Error(`What would be published is not what is committed:\n${changed}`);
  rmSync(path.resolve(values.out), { recursive: true, force: true });
  cpSync(path.join(clone, 'dist/release'), path.resolve(values.out), { recursive: true });
  process.stdout.write(`\nAll of it is in ${path.resolve(values.out)}. Nothing was uploaded.\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** As the maintainer does, without the signature. */
function commit(): void {
  const author = ['-c', 'user.name=rehearsal', '-c', 'user.email=rehearsal@almanac.example'];
  git(...author, 'commit', '--quiet', '--all', '--no-verify', '--no-gpg-sign', '--message=Release');
}

/** The image as an archive; null, with the reason, where it cannot be built. */
function builtImage(): string | null {
  const base = baseImage();
  const unavailable = imageUnavailable(base);
  if (unavailable !== null) {
    process.stdout.write(`\nNo image: ${unavailable}.\n`);
    return null;
  }
  const archive = path.join(folder, 'image.tar');
  process.stdout.write(`\nBuilding the image on ${base}\n`);
  buildImage({ checkout: clone, base, commit: git('rev-parse', 'HEAD'), tag: `oci-archive:${archive}` });
  return archive;
}
