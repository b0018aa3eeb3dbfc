import path from 'node:path';
import type { Manifest } from '@almanac/core/remediation';
import { readText } from '../scan/read-files.ts';

const OF_JAVASCRIPT = /^(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock)$/;
const GROUPS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

/** Reads the `package.json` beside each JavaScript lockfile: it decides which command upgrades a package. */
export async function readManifests(folder: string, files: readonly string[]): Promise<ReadonlyMap<string, Manifest>> {
  const manifests = new Map<string, Manifest>();
  for (const file of files.filter((each) => OF_JAVASCRIPT.test(path.basename(each)))) {
    const { text } = await readText(path.join(path.dirname(path.resolve(folder, file)), 'package.json'));
    manifests.set(file, manifestOf(text ?? ''));
  }
  return manifests;
}

/** An unreadable manifest constrains nothing. */
function manifestOf(text: string): Manifest {
  try {
    const document = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    const groups = GROUPS.map((group) => document?.[group]).filter((group) => typeof group === 'object');
    return new Map(
      groups.flatMap((group) => Object.entries(group ?? {}).filter(([, range]) => typeof range === 'string')),
    );
  } catch {
    return new Map();
  }
}
