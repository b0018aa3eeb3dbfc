import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { httpAnswer, sourceDeps } from '../../../test/support/source-deps.ts';
import { toTemporaryFile } from '../../platform/download.ts';
import { materialise, type SourceItem } from '../source.ts';
import { packagesSource } from './index.ts';

const REVISION = 'a'.repeat(40);
const url = 'http://upstream.test';

interface Given {
  /** Keyed by channel; a number is a status. */
  readonly lists: Readonly<Record<string, string | Uint8Array | number>>;
  readonly revisions?: Readonly<Record<string, string | number>>;
  readonly channels?: readonly string[];
  readonly since?: string | null;
}

/** Returns the items with their records parsed, and the error that ended the reading. */
async function read({ lists, revisions = {}, channels = Object.keys(lists), since = null }: Given) {
  const asked: string[] = [];
  const channelOf = (address: string) => address.split('/')[3] ?? '';
  const deps = sourceDeps({
    http: {
      async get(address) {
        asked.push(address.slice(url.length));
        const revision = revisions[channelOf(address)] ?? REVISION;
        return typeof revision === 'number' ? httpAnswer(revision) : httpAnswer(200, revision);
      },
      async download(address) {
        asked.push(address.slice(url.length));
        const list = lists[channelOf(address)] ?? 404;
        if (typeof list === 'number') return { ...httpAnswer(list), file: null, [Symbol.asyncDispose]: async () => {} };
        const { file, remove } = await toTemporaryFile((write) => write(once(Buffer.from(list))));
        return { ...httpAnswer(200), file, [Symbol.asyncDispose]: remove };
      },
    },
  });
  const items: Exclude<SourceItem<unknown>, { read: unknown }>[] = [];
  const source = packagesSource({ url, releasesUrl: url, channels });
  let failure = '';
  try {
    for await (const item of source.channels.bulk?.read(deps, since, AbortSignal.timeout(20_000)) ?? []) {
      items.push(materialise(item));
    }
  } catch (error) {
    failure = (error as Error).message;
  }
  return { items, failure, asked };
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

const list = (entries: object, version: unknown = '2') => JSON.stringify({ packages: entries, version });

describe('packages', () => {
  it('yields the entries with their own bytes, under channel and attribute, and then how far it got', async () => {
    const text = '{"version":2, "packages" : {"a" : {"pname" : "a"} ,"h.\\"3d\\"":{"version":"1"}}}';

    const { items, asked } = await read({ lists: { 'nixos-unstable': text } });

    expect(items).toMatchObject([
      { expected: 2 },
      { key: 'nixos-unstable/a', raw: Buffer.from('{"pname" : "a"}'), value: { pname: 'a' } },
      { key: 'nixos-unstable/h."3d"', value: { version: '1' } },
      { complete: true, within: 'nixos-unstable/' },
      { checkpoint: JSON.stringify({ 'nixos-unstable': REVISION }) },
    ]);
    expect(asked).toEqual(['/nixos-unstable/git-revision', '/nixos-unstable/packages.json.br']);
  });

  it('tells a packed list by its first byte', async () => {
    const { items } = await read({ lists: { a: brotliCompressSync(list({ x: { pname: 'x' } })) } });

    expect(items).toMatchObject([{ expected: 1 }, { key: 'a/x' }, { complete: true }, {}]);
  });

  it('reads what has moved alone', async () => {
    const lists = { a: list({ x: {} }), b: list({ y: {} }) };
    const since = JSON.stringify({ a: REVISION, b: 'b'.repeat(40) });

    const { items, asked } = await read({ lists, since });

    expect(items.map((item) => ('key' in item ? item.key : null)).filter((key) => key !== null)).toEqual(['b/y']);
    expect(items.at(-1)).toEqual({ checkpoint: JSON.stringify({ a: REVISION, b: REVISION }) });
    expect(asked).toEqual(['/a/git-revision', '/b/git-revision', '/b/packages.json.br']);
  });

  it('takes the line of a definition for no content', async () => {
    const at = (line: number) => read({ lists: { a: list({ x: { meta: { position: `x.nix:${line}` } } }) } });
    const [first, second] = await Promise.all([at(1), at(2)]);

    const [one, other] = [first.items[1], second.items[1]] as { value: unknown; parsed: unknown }[];
    expect(one?.value).toEqual(other?.value);
    expect(one?.parsed).toEqual({ meta: { position: 'x.nix:1' } });
  });

  it('sets bad entries aside, under their names where these can be told', async () => {
    const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
    const text = `{"packages":{"a":null,"b":{"version":7},"c":{"meta":[]},"":{},"d":${deep},"e":{"version":null}},"version":"2"}`;

    const { items } = await read({ lists: { x: text } });

    expect(items.slice(1, 7)).toMatchObject([
      { key: 'x/a', unreadable: expect.any(String) },
      { key: 'x/b', unreadable: expect.stringContaining('version') },
      { key: 'x/c', unreadable: expect.stringContaining('meta') },
      { unreadable: '"" is no attribute' },
      { key: 'x/d', unreadable: 'nested deeper than 64' },
      { key: 'x/e', value: { version: null } },
    ]);
    expect(items[4]).not.toHaveProperty('key');
  });

  it.each([
    ['a page', '<!doctype html>', 'expected an object'],
    ['noise', Buffer.from([7, 200, 3, 99, 1]), 'neither JSON nor packed'],
    ['nothing', '', 'expected an object'],
    ['a cut list', list({ a: {}, b: {} }).slice(0, -20), 'the document ends'],
    ['a cut packed list', brotliCompressSync(list({ a: { x: 'y'.repeat(5000) } })).subarray(0, 20), ''],
    ['a list of another version', list({ a: {} }, 3), 'of version 3'],
    ['another shape', '{"packages":[]}', 'expected an object under "packages"'],
    ['no list', 503, 'answers 503'],
  ])('takes nothing from %s, and reads the other channels', async (_name, bad, reason) => {
    const { items, failure } = await read({ lists: { bad, good: list({ x: {} }) } });

    expect(items).toMatchObject([
      { expected: 1 },
      { key: 'good/x' },
      { complete: true, within: 'good/' },
      { checkpoint: JSON.stringify({ good: REVISION }) },
    ]);
    expect(failure).toMatch(/^packages: bad: /);
    expect(failure).toContain(reason);
  });

  it.each([
    ['<html>', 'is "<html>" and no revision'],
    ['A'.repeat(40), 'and no revision'],
    ['a'.repeat(41), 'and no revision'],
    [404, 'answers 404'],
  ])('does not follow the revision %s', async (revision, reason) => {
    const { items, failure, asked } = await read({ lists: { a: list({}) }, revisions: { a: revision } });

    expect([items, asked.length]).toEqual([[], 1]);
    expect(failure).toContain(reason);
  });

  it('asks a person to confirm that a channel is no longer read', async () => {
    const since = JSON.stringify({ a: REVISION, old: REVISION });

    const { items } = await read({ lists: { a: list({}) }, since });

    expect(items).toEqual([{ complete: true, within: 'old/' }, { checkpoint: JSON.stringify({ a: REVISION }) }]);
  });
});
