import { createHash, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/support/problem-code.ts';
import { openSelection } from '../matching/load/selection.ts';
import { readOsv } from '../ranges/osv.ts';
import { printCheckpoint, readCheckpoint } from './checkpoint.ts';
import { fromBase64, fromUtf8, toBase64, toHex, toUtf8 } from './encoding.ts';
import { followLog } from './follow.ts';
import { checkAge, partitionNamed, readManifest, type SnapshotManifest, writeManifest } from './manifest.ts';
import { consistencyProof, inclusionProof, isConsistent, isIncluded, leafHash, nodesOf, treeRoot } from './merkle.ts';
import { keyId, openNote, printNote, printVerifierKey, readVerifierKey, type SnapshotCrypto } from './note.ts';
import { checkObject, referenceOf } from './objects.ts';
import { bitsFor, checkShardProof, proveShard, readIndex, shardOf, shardTree, writeIndex } from './partition-index.ts';
import { SnapshotProblem, type SnapshotProblemCode } from './problem.ts';
import { readShard } from './read-shard.ts';
import { readRisks, writeRisks } from './risks.ts';
import { writeRootEntry } from './root-entry.ts';
import type { Shard } from './shard.ts';
import { judgeByShard } from './shard-facts.ts';
import { appendLeaf, edgeTiles, entriesPath, lastTile, nodesOfTiles, tilePath, writeEntries } from './tiles.ts';
import { writeShard } from './write-shard.ts';

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
const crypto: SnapshotCrypto = {
  sha256,
  verify: (publicKey, message, signature) =>
    verify(null, message, { key: spki(publicKey), format: 'der', type: 'spki' }, signature),
};

function spki(publicKey: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey]);
}

const ORIGIN = 'almanac.example/log';
const pair = generateKeyPairSync('ed25519');
const raw = new Uint8Array(pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
const KEY = printVerifierKey(sha256, ORIGIN, raw);

function signed(text: string, key: KeyObject = pair.privateKey): Uint8Array {
  const signature = sign(null, Buffer.from(text), key);
  return new TextEncoder().encode(printNote(text, ORIGIN, keyId(sha256, ORIGIN, raw), signature));
}

describe('encodings', () => {
  it('are those of the platform', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string({ unit: 'binary' }), (bytes, text) => {
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
        expect(toHex(fromBase64(toBase64(bytes)) ?? bytes)).toBe(toHex(bytes));
        expect(toHex(toUtf8(text))).toBe(toHex(new TextEncoder().encode(text)));
        expect(fromUtf8(toUtf8(text))).toBe(text.toWellFormed());
      }),
      { numRuns: 20 },
    );
  });

  it.each(['A', 'AAA', 'AB==', 'AAB=', 'A===', '====', 'AA==AA==', 'A-_A', 'AAAA\n'])(
    'do not read %j as base64',
    (text) => {
      expect(fromBase64(text)).toBeNull();
    },
  );

  it('do not read what is not UTF-8', () => {
    expect(fromUtf8(Uint8Array.of(0xc0, 0x80))).toBeNull();
    expect(fromUtf8(Uint8Array.of(0xed, 0xa0, 0x80))).toBeNull();
  });
});

const leaves = (count: number) => Array.from({ length: count }, (_, i) => leafHash(sha256, Uint8Array.of(i, i >> 8)));

describe('the tree', () => {
  it('has the roots that RFC 6962 implementations test with', () => {
    // The vectors of certificate-transparency: the empty tree, and the tree over one empty leaf.
    expect(toHex(treeRoot(sha256, nodesOf(sha256, []), 0))).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    expect(toHex(leafHash(sha256, new Uint8Array()))).toBe(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    );
  });

  it('proves each leaf, and nothing else', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), fc.nat(), (size, a, b) => {
        const [index, other] = [a % size, b % size];
        const all = leaves(size);
        const nodes = nodesOf(sha256, all);
        const tree = { root: treeRoot(sha256, nodes, size), size };
        const proof = inclusionProof(sha256, nodes, index, size);
        const at = (place: number) => ({ hash: all[index] ?? new Uint8Array(), index: place });

        expect(isIncluded(sha256, proof, at(index), tree)).toBe(true);
        if (other !== index) expect(isIncluded(sha256, proof, at(other), tree)).toBe(false);
        expect(isIncluded(sha256, [...proof, tree.root], at(index), tree)).toBe(false);
      }),
    );
  });

  it('proves that a log continues another, and nothing else', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), (size, before) => {
        const earlier = before % (size + 1);
        const nodes = nodesOf(sha256, leaves(size));
        const head = (count: number) => ({ size: count, root: treeRoot(sha256, nodes, count) });
        const proof = consistencyProof(sha256, nodes, earlier, size);

        expect(isConsistent(sha256, proof, head(earlier), head(size))).toBe(true);
        if (earlier > 0) {
          const forked = { size: earlier, root: sha256(Uint8Array.of(1)) };
          expect(isConsistent(sha256, proof, forked, head(size))).toBe(false);
        }
      }),
    );
  });

  it('grows tile by tile to the same roots, also where a tile is full', () => {
    const all = leaves(300);
    const nodes = nodesOf(sha256, all);
    const files = new Map<string, Uint8Array>();

    all.forEach((leaf, size) => {
      const edge = new Map(
        edgeTiles(size).map((tile) => [tilePath(tile), files.get(tilePath(tile)) ?? new Uint8Array()]),
      );
      const next = appendLeaf(sha256, size, edge, leaf);
      for (const [path, bytes] of next.tiles) files.set(path, bytes);
      if ([1, 2, 255, 256, 257, 300].includes(next.size)) {
        expect(toHex(next.root)).toBe(toHex(treeRoot(sha256, nodes, next.size)));
        const read = nodesOfTiles(sha256, files, next.size);
        const proof = inclusionProof(sha256, read, 0, next.size);
        expect(isIncluded(sha256, proof, { hash: all[0] ?? leaf, index: 0 }, next)).toBe(true);
      }
    });
  });

  it('names tiles as C2SP does', () => {
    expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
    expect(tilePath({ level: 1, index: 0, width: 8 })).toBe('tile/1/000.p/8');
    expect(entriesPath({ index: 5, width: 3 })).toBe('tile/entries/005.p/3');
  });
});

describe('the note', () => {
  const text = printCheckpoint({ origin: ORIGIN, size: 3, root: sha256(Uint8Array.of(3)) });
  const key = readVerifierKey(sha256, KEY);

  it('opens for the key that signed it, whoever else did', () => {
    const other =
      new TextDecoder().decode(signed(text)) + `— witness.example ${Buffer.alloc(72, 7).toString('base64')}\n`;

    expect(readCheckpoint(openNote(crypto, signed(text), key), ORIGIN).size).toBe(3);
    expect(openNote(crypto, new TextEncoder().encode(other), key)).toBe(text);
  });

  it.each<[string, () => unknown, SnapshotProblemCode]>([
    ['no note', () => openNote(crypto, new TextEncoder().encode(text), key), 'note_malformed'],
    ['bytes that are no text', () => openNote(crypto, Uint8Array.of(0xff, 0xfe), key), 'note_malformed'],
    ['a note that is too long', () => openNote(crypto, signed(`${'x'.repeat(20_000)}\n`), key), 'note_malformed'],
    [
      'a note of another key',
      () => openNote(crypto, signed(text), { ...key, id: Uint8Array.of(1, 2, 3, 4) }),
      'signature_missing',
    ],
    [
      'a signature by another key',
      () => openNote(crypto, signed(text, generateKeyPairSync('ed25519').privateKey), key),
      'signature_wrong',
    ],
    [
      'a key with a wrong hash',
      () => readVerifierKey(sha256, KEY.replace(/\+[0-9a-f]{8}\+/, '+00000000+')),
      'key_malformed',
    ],
    ['a signed text that is no checkpoint', () => readCheckpoint('a\nb\nc\n', ORIGIN), 'checkpoint_malformed'],
    ['the checkpoint of another log', () => readCheckpoint(text, 'other.example'), 'origin_wrong'],
  ])('refuses %s', (_, act, code) => {
    expect(codeOf(act)).toBe(code);
  });
});

/** A log of some entries, as files. */
function logOf(entries: readonly Uint8Array[]): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  let root: Uint8Array = sha256(new Uint8Array());
  entries.forEach((entry, size) => {
    const next = appendLeaf(sha256, size, files, leafHash(sha256, entry));
    for (const [path, bytes] of next.tiles) files.set(path, bytes);
    root = next.root;
    files.set(entriesPath(lastTile(next.size)), writeEntries(entries.slice(0, next.size)));
  });
  files.set('checkpoint', signed(printCheckpoint({ origin: ORIGIN, size: entries.length, root })));
  return files;
}

describe('following the log', () => {
  const entryOf = (n: number) => writeRootEntry(referenceOf(sha256, Uint8Array.of(n)));
  const files = logOf([1, 2, 3].map(entryOf));
  const follow = (from: ReadonlyMap<string, Uint8Array>, verified: { size: number; root: Uint8Array } | null = null) =>
    followLog(crypto, async (path) => from.get(path) ?? null, { key: KEY, verified });
  const codeOfFollowing = (...args: Parameters<typeof follow>) =>
    follow(...args).then(
      () => 'accepted',
      (error: unknown) => (error instanceof SnapshotProblem ? error.code : Promise.reject(error as Error)),
    );

  it('finds the newest manifest, for a new reader and for one that was there before', async () => {
    const before = await follow(logOf([1, 2].map(entryOf)));

    const now = await follow(files, before.checkpoint);

    expect(now.manifest).toEqual(referenceOf(sha256, Uint8Array.of(3)));
    expect(now.checkpoint.size).toBe(3);
  });

  it('refuses what is not the log that it knew, each with its own code', async () => {
    const { checkpoint } = await follow(files);
    const without = (path: string) => new Map([...files].filter(([each]) => each !== path));

    expect(await codeOfFollowing(logOf([1, 2].map(entryOf)), checkpoint)).toBe('log_rolled_back');
    expect(await codeOfFollowing(logOf([1, 2, 4].map(entryOf)), checkpoint)).toBe('log_forked');
    expect(await codeOfFollowing(logOf([1, 2, 4, 5].map(entryOf)), checkpoint)).toBe('log_forked');
    expect(await codeOfFollowing(logOf([]))).toBe('log_empty');
    expect(await codeOfFollowing(without('checkpoint'))).toBe('object_missing');
    expect(await codeOfFollowing(without('tile/0/000.p/3'))).toBe('tile_missing');
    expect(await codeOfFollowing(without('tile/entries/000.p/3'))).toBe('tile_missing');
    expect(await codeOfFollowing(new Map([...files, ['tile/0/000.p/3', new Uint8Array(95)]]))).toBe('tile_malformed');
    const replaced = writeEntries([1, 2, 9].map(entryOf));
    expect(await codeOfFollowing(new Map([...files, ['tile/entries/000.p/3', replaced]]))).toBe('entry_not_included');
    const cut = replaced.slice(0, -1);
    expect(await codeOfFollowing(new Map([...files, ['tile/entries/000.p/3', cut]]))).toBe('entry_malformed');
  });

  it('accepts no random mutation of its files', async () => {
    const { checkpoint } = await follow(files);
    const paths = ['checkpoint', 'tile/0/000.p/3', 'tile/entries/000.p/3'];

    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (path, at, flip) => {
          const bytes = (files.get(path) ?? new Uint8Array()).slice();
          bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ flip;

          const found = await follow(new Map([...files, [path, bytes]]), checkpoint).catch((error: unknown) => error);

          expect(found).toBeInstanceOf(SnapshotProblem);
        },
      ),
      { numRuns: 200 },
    );
  });
});

const MANIFEST: SnapshotManifest = {
  published: '2026-11-16T10:00:00.000Z',
  expires: '2026-11-18T10:00:00.000Z',
  sources: [
    {
      id: 'osv',
      name: 'OSV',
      licence: null,
      attribution: null,
      state: 'ok',
      checkedAt: '2026-11-16T09:59:00.000Z',
      changedAt: null,
    },
  ],
  leftOut: ['nixpkgs'],
  states: new Map([['npm', [{ source: 'osv', state: 'ok' }]]]),
  partitions: [
    {
      name: 'ecosystem/npm',
      licences: ['CC-BY-4.0'],
      keys: 1,
      rows: 1,
      bytes: 10,
      index: referenceOf(sha256, Uint8Array.of(1)),
      packs: referenceOf(sha256, Uint8Array.of(4)),
      tree: toHex(sha256(Uint8Array.of(2))),
    },
  ],
  evidence: referenceOf(sha256, Uint8Array.of(3)),
  selection: null,
};

/** A record of no real package. */
const RECORD = {
  id: 'GHSA-2222-3333-4444',
  aliases: ['CVE-2026-1234'],
  modified: '2026-11-01T00:00:00Z',
  affected: [
    {
      package: { ecosystem: 'npm', name: 'left' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '2.0.0' }] }],
    },
  ],
};

const SHARD: Shard = {
  partition: 'ecosystem/npm',
  bits: 0,
  prefix: 0,
  packages: [
    {
      name: 'left',
      complete: true,
      rows: readOsv(RECORD).assertions.map((assertion) => ({ assertion, sha256: toHex(sha256(Uint8Array.of(9))) })),
    },
  ],
  linked: [],
  groups: [{ id: 'CVE-2026-1234', ids: ['CVE-2026-1234', 'GHSA-2222-3333-4444'] }],
  covers: new Map([['X-1', ['CVE-2026-1234']]]),
  rejected: new Set(['CVE-2026-9999']),
  summaries: new Map([['CVE-2026-1234', { severity: 'high', score: 7.5, title: 'a title' }]]),
  passedOn: new Map([
    ['CVE-2026-1234', { severity: 'low', score: 2, title: null }],
    ['X-1', null],
  ]),
};
const SHARD_TEXT = writeShard(SHARD);
const OK = [
  { source: 'osv', state: 'ok' },
  { source: 'advisory', state: 'ok' },
];

/** Everything of a shard, as if there were a question about each part of it. */
function readAll(text: string) {
  const { packages, linked, groups, covers, summaries } = readShard(text, SHARD);
  return [packages.map(({ rows }) => rows), linked, groups, covers, summaries];
}

describe('a shard', () => {
  it('is read as it was written', () => {
    expect(readShard(SHARD_TEXT, SHARD)).toEqual(SHARD);
  });

  it('is judged by the rules of the service', () => {
    const shard = readShard(SHARD_TEXT, SHARD);
    const ask = (name: string, version: string) =>
      judgeByShard(shard, { package: name, version, ecosystem: 'npm' }, OK);

    expect(ask('left', '1.9.0')).toMatchObject({
      verdict: 'affected',
      matches: [{ id: 'CVE-2026-1234', severity: 'high', fixedIn: '2.0.0', title: 'a title' }],
    });
    expect(ask('left', '2.0.0').verdict).toBe('not_affected');
    expect(ask('right', '1.0.0').verdict).toBe('none_known');
    expect(judgeByShard(shard, { package: 'right', version: '1.0.0', ecosystem: 'npm' }, [])).toMatchObject({
      verdict: 'unknown',
      unknownReasons: ['not_covered'],
    });
  });

  it('is refused, or read, and never throws anything else, whatever value is put into it', () => {
    const members = Object.keys(JSON.parse(SHARD_TEXT) as object);

    fc.assert(
      fc.property(fc.constantFrom(...members), fc.jsonValue(), (member, value) => {
        const changed = JSON.stringify({ ...(JSON.parse(SHARD_TEXT) as object), [member]: value });

        const code = codeOf(() => readAll(changed));

        expect(['accepted', 'format_unknown', 'shard_misplaced', 'shard_malformed']).toContain(code);
      }),
      { numRuns: 200 },
    );
  });

  it.each<[string, unknown]>([
    ['a text that is missing', { rejected: [99] }],
    ['half a row', { packages: [[0, 1, 0, 0]] }],
    ['a claim of an unknown kind', { claims: [{ c: [{ k: 'guess' }] }] }],
    ['an event without a type', { claims: [{ c: [{ k: 'semver', o: 'semver', e: ['1.0'] }] }] }],
    ['a score above ten', { summaries: [[0, -1, 11, -1]] }],
    ['hashes that are cut', { hashes: 'AAAA' }],
  ])('is refused for %s', (_, change) => {
    const changed = JSON.stringify({ ...(JSON.parse(SHARD_TEXT) as object), ...(change as object) });

    expect(codeOf(() => readAll(changed))).toBe('shard_malformed');
  });

  it('is refused at another place', () => {
    expect(codeOf(() => readShard(SHARD_TEXT, { ...SHARD, prefix: 1 }))).toBe('shard_misplaced');
    expect(codeOf(() => readShard(SHARD_TEXT, { ...SHARD, partition: 'ecosystem/PyPI' }))).toBe('shard_misplaced');
    expect(codeOf(() => readShard('{', SHARD))).toBe('object_unreadable');
  });
});

describe('a partition', () => {
  const shards = Array.from({ length: 8 }, (_, i) => referenceOf(sha256, Uint8Array.of(i)));
  const index = { partition: 'ecosystem/npm', bits: 3, shards };
  const tree = shardTree(sha256, index);

  it('is read as it was written, for the place that the manifest gives it alone', () => {
    const text = writeIndex(index);

    expect(readIndex(sha256, text, { name: 'ecosystem/npm', tree })).toEqual(index);
    expect(codeOf(() => readIndex(sha256, text, { name: 'ecosystem/PyPI', tree }))).toBe('index_misplaced');
    expect(codeOf(() => readIndex(sha256, text, { name: 'ecosystem/npm', tree: '0'.repeat(64) }))).toBe(
      'index_misplaced',
    );
    expect(codeOf(() => readIndex(sha256, text.replace('"bits":3', '"bits":4'), { name: 'x', tree }))).toBe(
      'index_malformed',
    );
    expect(codeOf(() => readIndex(sha256, text.replace(/,\d+\]/, ',99999999]'), { name: 'x', tree }))).toBe(
      'object_too_large',
    );
  });

  it('proves in which one shard a package is, or would be', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, other) => {
        const prefix = shardOf(sha256, name, 3);
        const proof = proveShard(sha256, index, prefix);
        const asked = { name, tree, partition: 'ecosystem/npm', shard: shards[prefix]?.sha256 ?? '' };

        expect(codeOf(() => checkShardProof(sha256, proof, asked))).toBe('accepted');
        if (shardOf(sha256, other, 3) !== prefix) {
          expect(codeOf(() => checkShardProof(sha256, proof, { ...asked, name: other }))).toBe('proof_wrong');
        }
        expect(codeOf(() => checkShardProof(sha256, { ...proof, bits: 2, path: proof.path.slice(1) }, asked))).not.toBe(
          'accepted',
        );
        expect(codeOf(() => checkShardProof(sha256, { ...proof, path: ['x'] }, asked))).toBe('proof_malformed');
      }),
    );
  });

  it.each([
    [0, null, 0],
    [32, null, 0],
    [33, null, 1],
    [4_000, null, 7],
    [4_000, 6, 6],
    [4_000, 8, 8],
    [4_000, 12, 7],
    [100_000_000, null, 16],
  ])('of %i packages with %s bits before has %i bits', (keys, before, bits) => {
    expect(bitsFor(keys, before)).toBe(bits);
  });
});

describe('the manifest', () => {
  it('is read as it was written', () => {
    expect(readManifest(writeManifest(MANIFEST))).toEqual(MANIFEST);
  });

  it('says of which packages a selection has every record', () => {
    const selection = openSelection('Some of the data.', ['pkg:npm/left']);

    const read = readManifest(writeManifest({ ...MANIFEST, selection })).selection;

    expect(read).toMatchObject({ notice: 'Some of the data.', wholePackages: ['pkg:npm/left'] });
    expect(read?.isWhole({ package: 'left', version: '1.0.0', ecosystem: 'npm' }, [])).toBe(true);
    expect(read?.isWhole({ package: 'right', version: '1.0.0', ecosystem: 'npm' }, [])).toBe(false);
  });

  it('is refused, or read, and never throws anything else, whatever value is put into it', () => {
    const text = writeManifest(MANIFEST);

    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(MANIFEST), 'format'), fc.jsonValue(), (member, value) => {
        const code = codeOf(() => readManifest(JSON.stringify({ ...(JSON.parse(text) as object), [member]: value })));

        expect(['accepted', 'format_unknown', 'manifest_malformed']).toContain(code);
      }),
    );
  });

  it('is not used when it is too old, nor for what it lacks', () => {
    expect(codeOf(() => checkAge(MANIFEST, new Date('2026-11-18T09:59:59.000Z')))).toBe('accepted');
    expect(codeOf(() => checkAge(MANIFEST, new Date('2026-11-18T10:00:00.000Z')))).toBe('snapshot_expired');
    expect(codeOf(() => partitionNamed(MANIFEST, 'ecosystem/Go'))).toBe('partition_missing');
  });
});

describe('an object', () => {
  const bytes = Uint8Array.of(1, 2, 3);
  const reference = referenceOf(sha256, bytes);

  it.each<[string, Uint8Array | null, SnapshotProblemCode | 'accepted']>([
    ['the bytes', bytes, 'accepted'],
    ['nothing', null, 'object_missing'],
    ['fewer bytes', bytes.slice(1), 'object_truncated'],
    ['other bytes', Uint8Array.of(1, 2, 4), 'object_altered'],
  ])('is checked before it is unpacked: %s', (_, given, code) => {
    expect(codeOf(() => checkObject(sha256, reference, given))).toBe(code);
  });
});

describe('risks', () => {
  const shard = { bits: 0, prefix: 0, risks: [{ cve: 'CVE-2026-1234', epss: 12_345, kev: '2026-11-02' }] };

  it('are read as they were written, and refused otherwise', () => {
    const text = writeRisks(shard);

    expect(readRisks(text, shard)).toEqual(shard);
    expect(codeOf(() => readRisks(text, { bits: 1, prefix: 0 }))).toBe('shard_misplaced');
    expect(codeOf(() => readRisks(text.replace('12345', '-5'), shard))).toBe('shard_malformed');
  });
});
