import { readFileSync } from 'node:fs';
import type { Build } from '../app/deps.ts';

/** The version is the package's own, the commit is told by whoever deploys. */
export function thisBuild(commit: string | undefined): Build {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return { version: manifest.version, commit: commit ?? null, startedAt: Date.now() };
}
