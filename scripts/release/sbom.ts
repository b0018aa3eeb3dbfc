import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Lockfile, productionLockfile } from './lockfile.ts';
import { type Manifest, ROOT, readManifest } from './packages.ts';

/**
 * The bill of materials of some workspaces as they are installed, by `npm sbom`, as CycloneDX.
 *
 * It is made of a copy that names no tools for development: with `--omit=dev` npm leaves out whatever the root's development
 * dependencies name too, pg and Zod among them, though the workspaces need it.
 */
export function sbomOf(workspaces: readonly string[]): string {
  const above = mkdtempSync(path.join(tmpdir(), 'almanac-sbom-'));
  // npm names the document after its folder.
  const folder = path.join(above, readManifest('.').name);
  try {
    for (const place of ['.', ...(readManifest('.').workspaces ?? [])]) {
      mkdirSync(path.join(folder, place), { recursive: true });
      writeJson(path.join(folder, place, 'package.json'), withoutTools(readManifest(place)));
    }
    const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile;
    writeJson(path.join(folder, 'package-lock.json'), productionLockfile(lock));
    const chosen = workspaces.map((name) => `--workspace=${name}`);
    const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--loglevel=error', ...chosen];
    return execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  } finally {
    rmSync(above, { recursive: true });
  }
}

function withoutTools({ devDependencies: _tools, ...manifest }: Manifest): Manifest {
  return manifest;
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
