import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { isObject, parseJsonObject, pointer, textMember } from './json.ts';
import { LockfileProblem, quoted } from './problem.ts';
import { type PinnedSource, repositoryAt } from './repository.ts';

export const niv = defineLockfile({
  kind: 'nix/sources.json',
  read: readNiv,
  page: {
    forms: '',
    direct: 'true: sources have no dependencies',
    dev: 'null',
    place: 'JSON pointer',
    skipped: 'folders, and sources without a revision or an address',
  },
});

/** nix/sources.json of niv: an object for each source. https://github.com/nmattia/niv */
function readNiv(text: string, collection: Collection): null {
  const sources = Object.entries(parseJsonObject(text));
  let read = 0;
  for (const [name, source] of sources) {
    const place = pointer(name);
    const found = isObject(source) ? identify(name, source) : 'the source is not an object';
    if (typeof found === 'string') collection.skip(place, name, found);
    else {
      collection.add({ ...found, direct: true, dev: null, place });
      read += 1;
    }
  }
  if (read === 0 && sources.length > 0)
    throw new LockfileProblem('No member is a pinned source: it is no sources.json of niv.');
  return null;
}

function identify(name: string, source: object): PinnedSource | string {
  const [type, owner, repo, revision, url] = ['type', 'owner', 'repo', 'rev', 'url'].map((key) =>
    textMember(source, key),
  );
  if (type === 'local') return `the folder ${quoted(textMember(source, 'path') ?? '')}`;
  const version = revision ?? textMember(source, 'version');
  if (typeof owner === 'string' && typeof repo === 'string')
    return repositoryAt(`https://github.com/${owner}/${repo}`, version);
  if (type === 'git' && typeof repo === 'string') return repositoryAt(repo, version);
  if (typeof url !== 'string') return 'the source has neither a repository nor an address';
  return { type: 'generic', name, version, qualifiers: { download_url: url } };
}
