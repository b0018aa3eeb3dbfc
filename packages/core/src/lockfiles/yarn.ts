import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { LockfileProblem } from './problem.ts';
import { readYarnBerry } from './yarn-berry.ts';
import { readYarnV1 } from './yarn-v1.ts';

export const yarnLock = defineLockfile({
  kind: 'yarn.lock',
  read: readYarn,
  page: {
    forms: '1, and all forms from Yarn 2',
    direct: 'form 1: true for a request that no package makes, otherwise null; later: dependencies of workspaces',
    dev: 'null: workspaces mix both',
    place: 'line',
    skipped: 'workspaces, links to folders and copies of folders; Yarn plugin protocols',
  },
});

/** yarn.lock of any version: that of Yarn 1 says so in a comment, later ones are YAML with `__metadata`. */
function readYarn(text: string, collection: Collection): string {
  if (text.startsWith('__metadata:') || text.includes('\n__metadata:')) return readYarnBerry(text, collection);
  if (text.slice(0, 500).includes('# yarn lockfile v1')) return readYarnV1(text, collection);
  throw new LockfileProblem('Not a yarn.lock file: "# yarn lockfile v1" and "__metadata" are missing.');
}
