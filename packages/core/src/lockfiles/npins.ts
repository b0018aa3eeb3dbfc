import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { isObject, ownMember, parseJsonObject, pointer, textMember } from './json.ts';
import { LockfileProblem, quoted } from './problem.ts';
import { type PinnedSource, repositoryAt } from './repository.ts';

export const npins = defineLockfile({
  kind: 'npins/sources.json',
  read: readNpins,
  page: {
    forms: '3 to 7',
    direct: 'true: pins have no dependencies',
    dev: 'null',
    place: 'JSON pointer',
    skipped: 'pins of other types, and pins without a revision or an address',
  },
});

/** npins/sources.json: https://github.com/andir/npins. A channel is an archive with an address of its own. */
function readNpins(text: string, collection: Collection): string {
  const file = parseJsonObject(text);
  const pins = ownMember(file, 'pins');
  if (!isObject(pins)) throw new LockfileProblem('The file has no "pins": it is no sources.json of npins.');
  for (const [name, pin] of Object.entries(pins)) {
    const place = pointer('pins', name);
    const found = isObject(pin) ? identify(name, pin) : 'the pin is not an object';
    if (typeof found === 'string') collection.skip(place, name, found);
    else collection.add({ ...found, direct: true, dev: null, place });
  }
  const version = ownMember(file, 'version');
  return `v${typeof version === 'number' ? version : ''}`;
}

function identify(name: string, pin: object): PinnedSource | string {
  const type = textMember(pin, 'type') ?? '';
  const version = textMember(pin, 'version');
  const url = textMember(pin, 'url');
  const repository = ownMember(pin, 'repository');
  if (isObject(repository)) {
    const address = getUrl(repository);
    if (address === null) return `a repository of the type ${quoted(textMember(repository, 'type') ?? '')}`;
    return repositoryAt(address, textMember(pin, 'revision') ?? version);
  }
  if (type === 'PyPi')
    return version === null
      ? 'the pin has no version'
      : { type: 'pypi', name: textMember(pin, 'name') ?? name, version };
  if (url === null) return `a pin of the type ${quoted(type)} without an address`;
  return { type: 'generic', name, version, qualifiers: { download_url: url } };
}

function getUrl(repository: object): string | null {
  const [type, owner, repo] = ['type', 'owner', 'repo'].map((key) => textMember(repository, key));
  if (type === 'Git') return textMember(repository, 'url');
  if (type === 'GitHub') return `https://github.com/${owner ?? ''}/${repo ?? ''}`;
  const server = textMember(repository, 'server') ?? '';
  if (type === 'GitLab')
    return `${server === '' ? 'https://gitlab.com' : server}/${textMember(repository, 'repo_path') ?? ''}`;
  return type === 'Forgejo' && server !== '' ? `${server}/${owner ?? ''}/${repo ?? ''}` : null;
}
