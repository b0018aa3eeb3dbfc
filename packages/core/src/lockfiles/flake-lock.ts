import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { entriesOf, isObject, ownMember, parseJsonObject, pointer, textMember } from './json.ts';
import { LockfileProblem, quoted } from './problem.ts';
import { type PinnedSource, repositoryAt } from './repository.ts';

export const flakeLock = defineLockfile({
  kind: 'flake.lock',
  manifests: ['flake.nix'],
  read: readFlakeLock,
  page: {
    forms: '7 (experimental)',
    direct: 'inputs of the root, including those that follow others',
    dev: 'null',
    place: 'JSON pointer',
    skipped: 'paths, and inputs that are not pinned',
  },
});

/** flake.lock, experimental: inputs pinned to revisions. https://nix.dev/manual/nix/latest/command-ref/new-cli/nix3-flake#lock-files */
function readFlakeLock(text: string, collection: Collection): string {
  const file = parseJsonObject(text);
  const nodes = ownMember(file, 'nodes');
  const root = textMember(file, 'root');
  if (!isObject(nodes) || root === null)
    throw new LockfileProblem('Not a flake.lock file: "nodes" and "root" are missing.');
  const asked = askedFor(nodes, root);
  for (const [name, node] of Object.entries(nodes)) {
    // The flake itself.
    if (name === root) continue;
    const place = pointer('nodes', name);
    const locked = isObject(node) ? ownMember(node, 'locked') : undefined;
    const found = isObject(locked) ? identify(name, locked) : 'it is not pinned';
    if (typeof found === 'string') collection.skip(place, name, found);
    else collection.add({ ...found, direct: asked.has(name), dev: null, place });
    const channel = isObject(node) ? channelOf(node) : null;
    if (channel !== null) collection.note(describeChannel(name, channel));
  }
  collection.note(NOTE);
  const version = ownMember(file, 'version');
  return `v${typeof version === 'number' ? version : ''}`;
}

const NOTE = 'Experimental: flake inputs are repository revisions, for which few records name affected revisions.';

interface PinnedChannel {
  readonly channel: string;
  readonly revision: string | null;
}

const CHANNEL = /^(?:nixos|nixpkgs)-(?:unstable|\d\d\.\d\d)(?:-small|-darwin)?$/;
/** An archive of a channel, by its name or by a release of it: `nixos/unstable/nixos-26.05pre1.abc`. */
const CHANNEL_ARCHIVE = /^https:\/\/(?:channels\.nixos\.org|nixos\.org\/channels)\/([\w.-]{1,60})\//;

/** Finds the channel that an input of nixpkgs follows, and the revision at which it is pinned; null for other inputs. */
function channelOf(node: object): PinnedChannel | null {
  const [locked, original] = [ownMember(node, 'locked'), ownMember(node, 'original')];
  if (!isObject(locked) || !isObject(original)) return null;
  const revision = textMember(locked, 'rev');
  const address = textMember(original, 'url') ?? '';
  const isNixpkgs = /^nixos$/i.test(textMember(locked, 'owner') ?? '') && textMember(locked, 'repo') === 'nixpkgs';
  const named = isNixpkgs ? textMember(original, 'ref') : (CHANNEL_ARCHIVE.exec(address)?.[1] ?? null);
  return named !== null && CHANNEL.test(named) ? { channel: named, revision } : null;
}

function describeChannel(input: string, { channel, revision }: PinnedChannel): string {
  const at = revision === null ? '' : ` at ${revision.slice(0, 12)}`;
  return `${input.slice(0, 100)} is the channel ${channel}${at}: almanac scan --closure judges the packages that are used from it.`;
}

/** What a pinned input is, or why it is nothing to ask about. */
function identify(input: string, locked: object): PinnedSource | string {
  const type = textMember(locked, 'type') ?? '';
  const version = textMember(locked, 'rev');
  const [owner, repo, url] = [textMember(locked, 'owner'), textMember(locked, 'repo'), textMember(locked, 'url')];
  if (type === 'path') return `the folder ${quoted(textMember(locked, 'path') ?? '')}`;
  const host = FORGES.get(type);
  if (host !== undefined) {
    if (owner === null || repo === null) return `a ${type} input without an owner or a repository`;
    // Another host is an installation of the forge elsewhere.
    return repositoryAt(`https://${textMember(locked, 'host') ?? host}/${owner}/${repo}`, version);
  }
  if (url === null) return `a ${quoted(type)} input without a URL`;
  if (type === 'git') return repositoryAt(url, version);
  if (ARCHIVES.includes(type)) return archiveAt(input, url, version);
  return `a ${quoted(type)} input`;
}

const FORGES: ReadonlyMap<string, string> = new Map([
  ['github', 'github.com'],
  ['gitlab', 'gitlab.com'],
  ['sourcehut', 'git.sr.ht'],
]);

const ARCHIVES: readonly string[] = ['tarball', 'file'];

/** An archive is named after its input, without the number that tells inputs of one name apart, and known by its address. */
function archiveAt(input: string, address: string, version: string | null): PinnedSource {
  const name = input.replace(/_\d{1,9}$/, '');
  return { type: 'generic', name: name === '' ? input : name, version, qualifiers: { download_url: address } };
}

/** The names of the nodes that the flake itself asks for. An input may follow one of another: `["a", "nixpkgs"]`. */
function askedFor(nodes: object, root: string): ReadonlySet<string> {
  const asked = new Set<string>();
  for (const [, input] of inputsOf(nodes, root)) {
    const found = typeof input === 'string' ? input : follow(nodes, root, input);
    if (found !== null) asked.add(found);
  }
  return asked;
}

function inputsOf(nodes: object, name: string): [string, unknown][] {
  const node = ownMember(nodes, name);
  return isObject(node) ? entriesOf(ownMember(node, 'inputs')) : [];
}

/** Bounds the steps from input to input: a hostile file may send them in a circle, or on paths without end. */
const FURTHEST = 20;

function follow(nodes: object, root: string, path: unknown): string | null {
  let at = root;
  let rest: readonly unknown[] = Array.isArray(path) ? path : [];
  for (let step = 0; step < FURTHEST; step += 1) {
    if (rest.length > FURTHEST) return null;
    const [name, ...further] = rest;
    if (typeof name !== 'string') return rest.length === 0 && at !== root ? at : null;
    const node = ownMember(nodes, at);
    const inputs = isObject(node) ? ownMember(node, 'inputs') : undefined;
    const input = isObject(inputs) ? ownMember(inputs, name) : undefined;
    if (typeof input === 'string') {
      at = input;
      rest = further;
    } else if (Array.isArray(input) && input.length <= FURTHEST) {
      at = root;
      rest = [...input, ...further];
    } else return null;
  }
  return null;
}
