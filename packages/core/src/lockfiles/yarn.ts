import type { Collection } from './collect.ts';
import { LockfileProblem } from './problem.ts';
import { readYarnBerry } from './yarn-berry.ts';
import { readYarnV1 } from './yarn-v1.ts';

/** yarn.lock of any version: that of Yarn 1 says so in a comment, later ones are YAML with `__metadata`. */
export function readYarn(text: string, collection: Collection): string {
  if (text.startsWith('__metadata:') || text.includes('\n__metadata:')) return readYarnBerry(text, collection);
  if (text.slice(0, 500).includes('# yarn lockfile v1')) return readYarnV1(text, collection);
  throw new LockfileProblem('The file has neither "# yarn lockfile v1" nor "__metadata": it is no yarn.lock.');
}
