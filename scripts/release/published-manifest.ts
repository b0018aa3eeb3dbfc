import { BUNDLED } from './bundle-cli.ts';
import type { Manifest } from './packages.ts';

/** The condition under which the repository finds its own sources; nothing of it is in a package. */
const SOURCE = '@almanac/source';

/** The manifest of a package as it is published: without what concerns the repository alone, and with where that is. */
export function publishedManifest(manifest: Manifest, folder: string, repository: string | null): Manifest {
  const { scripts: _scripts, devDependencies: _devDependencies, exports = {}, dependencies, ...kept } = manifest;
  const published = Object.entries(exports).map(([name, target]) => [name, withoutSource(target)] as const);
  const needed = dependencies === undefined || BUNDLED.has(manifest.name) ? {} : { dependencies };
  return {
    ...kept,
    ...needed,
    exports: Object.fromEntries(published),
    ...(repository === null ? {} : found(repository, folder)),
  };
}

function withoutSource(target: string | Readonly<Record<string, string>>) {
  if (typeof target === 'string') return target;
  return Object.fromEntries(Object.entries(target).filter(([condition]) => condition !== SOURCE));
}

function found(repository: string, directory: string) {
  return {
    repository: { type: 'git', url: `git+${repository}.git`, directory },
    homepage: `${repository}/tree/HEAD/${directory}#readme`,
    bugs: `${repository}/issues`,
  };
}

/** The address of a page from what git is given: `git@host:owner/name.git` and `ssh://…` too; null where it has none. */
export function repositoryPage(remote: string): string | null {
  const [, host, name] =
    /^(?:https:\/\/(?:[^@/]+@)?|ssh:\/\/(?:[^@/]+@)?|[\w-]+@)([\w.-]+)(?::\d+)?[:/](.+?)(?:\.git)?\/?$/.exec(
      remote.trim(),
    ) ?? [];
  return host === undefined || name === undefined ? null : `https://${host}/${name}`;
}
