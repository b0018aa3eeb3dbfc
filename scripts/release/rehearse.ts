/**
 * `npm run release:rehearse -- [--out <folder>] [--repository <address>]`: a release of what is committed, on a clone of its own, up to the point where
 * something would leave the machine. Lists what would be published; the image is built where buildah and its base are at hand.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './packages.ts';

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'dist/release' }, repository: { type: 'string', default: '' } },
});
const folder = mkdtempSync(path.join(tmpdir(), 'almanac-rehearsal-'));
const clone = path.join(folder, 'almanac');
const run = (program: string, ...args: string[]) => {
  process.stdout.write(`\n$ ${program} ${args.join(' ')}\n`);
  execFileSync(program, args, { cwd: clone, stdio: ['ignore', 'inherit', 'inherit'] });
};
const npm = (...args: string[]) => run('npm', 'run', '--silent', ...args);

try {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone]);
  run('npm', 'ci', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error');
  npm('release:prepare');
  npm('check:openapi');
  npm('build');
  const image = builtImage();
  npm(
    'release:assemble',
    '--',
    ...(values.repository === '' ? [] : ['--repository', values.repository]),
    ...(image === null ? [] : ['--image', image]),
  );
  npm('release:notes');
  rmSync(path.resolve(values.out), { recursive: true, force: true });
  cpSync(path.join(clone, 'dist/release'), path.resolve(values.out), { recursive: true });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The image as an archive; null, with the reason, where it cannot be built. */
function builtImage(): string | null {
  if (spawnSync('buildah', ['--version']).status !== 0) return without('buildah was not found');
  const base = process.env['BASE'] === undefined ? [] : ['--build-arg', `BASE=${process.env['BASE']}`];
  const archive = path.join(folder, 'image.tar');
  const built = spawnSync('buildah', ['build', '--format', 'docker', ...base, '--tag', `oci-archive:${archive}`, '.'], {
    cwd: clone,
    encoding: 'utf8',
  });
  return existsSync(archive) ? archive : without(built.stderr.trim().split('\n').at(-1) ?? 'it could not be built');
}

function without(why: string): null {
  process.stdout.write(`\nNo image: ${why}.\n`);
  return null;
}
