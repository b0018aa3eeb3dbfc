// A reader of Almanac's snapshots, written from docs/snapshots.md alone: it uses nothing of Almanac and no package.
//
//   node snapshot-reader.ts <folder or address> <verifier key> <ecosystem> <name>
//   node snapshot-reader.ts <folder or address> <verifier key> channel/nixos-unstable <name>
//
// Prints what the newest snapshot says of a package, as JSON, or that it says nothing of it; of a channel of the collection, what it carries
// under the name. Exit codes: 0 read, 3 refused.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const MOST_BYTES = 8 << 20;
const MOST_UNPACKED = 64 << 20;

const [place = '', key = '', ecosystem = '', given = ''] = process.argv.slice(2);
try {
  const { size, root } = readCheckpoint(await fetchFile('checkpoint', 16_384));
  const entry = await newestEntry(size, root);
  const named = JSON.parse(entry.toString()) as { manifest: Reference };
  const manifest = await readObject<Manifest>(named.manifest, 'almanac-snapshot/1');
  if (Date.now() >= Date.parse(manifest.expires)) refuse('the snapshot has expired');
  const isChannel = ecosystem.startsWith('channel/');
  console.log(JSON.stringify(await (isChannel ? carriedIn(manifest, ecosystem) : packageIn(manifest)), null, 2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 3;
}

function refuse(reason: string): never {
  throw new Error(`refused: ${reason}`);
}

async function fetchFile(name: string, most: number): Promise<Buffer> {
  if (!/^https?:/.test(place)) {
    const bytes = await readFile(path.join(place, name)).catch(() => refuse(`${name} is missing`));
    return bytes.length > most ? refuse(`${name} is too long`) : bytes;
  }
  const response = await fetch(`${place.replace(/\/$/, '')}/${name}`, { signal: AbortSignal.timeout(30_000) });
  if (!response.ok || response.body === null) refuse(`${name} answers ${response.status}`);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body) {
    length += part.length;
    if (length > most) refuse(`${name} is too long`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

// The checkpoint: a signed note with origin, size and root as its text.

function readCheckpoint(note: Buffer): { size: number; root: Buffer } {
  const [name = '', id = '', ...encoded] = key.split('+');
  const secret = Buffer.from(encoded.join('+'), 'base64');
  const publicKey = secret.subarray(1);
  const ownId = sha256(Buffer.from(`${name}\n`), secret).subarray(0, 4);
  if (secret.length !== 33 || secret[0] !== 1 || ownId.toString('hex') !== id) refuse('the key is none');
  const text = note.toString();
  const end = text.lastIndexOf('\n\n');
  const body = text.slice(0, end + 1);
  const prefix = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey]);
  const verifier = createPublicKey({ key: prefix, format: 'der', type: 'spki' });
  const isSigned = text
    .slice(end + 2)
    .split('\n')
    .some((line) => {
      const [dash, by, value = ''] = line.split(' ');
      const signature = Buffer.from(value, 'base64');
      if (dash !== '—' || by !== name || !signature.subarray(0, 4).equals(ownId)) return false;
      return verify(null, Buffer.from(body), verifier, signature.subarray(4));
    });
  if (end < 0 || !isSigned) refuse('the checkpoint is not signed by the key');
  const [origin, size = '', root = ''] = body.split('\n');
  if (origin !== name || !/^[1-9]\d{0,13}$/.test(size)) refuse('the checkpoint is of another log, or empty');
  return { size: Number(size), root: Buffer.from(root, 'base64') };
}

// The log: tiles of 256 hashes, levels eight apart. A reader that comes again also proves that the log continues the one that it knew.

async function newestEntry(size: number, root: Buffer): Promise<Buffer> {
  const last = Math.floor((size - 1) / 256);
  const width = size - last * 256;
  const bundle = await fetchFile(`tile/entries/${tileName(last, width)}`, MOST_BYTES);
  let at = 0;
  let entry: Buffer = Buffer.alloc(0);
  for (let i = 0; i < width; i += 1) {
    if (at + 2 > bundle.length) refuse('the entries are cut');
    const length = bundle.readUInt16BE(at);
    entry = bundle.subarray(at + 2, at + 2 + length);
    at += 2 + length;
  }
  if (at !== bundle.length) refuse('the entries are cut, or too many');
  if (!(await rangeHash(0, size, size, hashOfLeaf(entry))).equals(root)) refuse('the entry is not in the log');
  return entry;
}

/** The hash over `count` leaves from `from` on, of a log of `size`; the hash of the very last leaf is the one given. */
async function rangeHash(from: number, count: number, size: number, lastLeaf: Buffer): Promise<Buffer> {
  if (count === 1 && from === size - 1) return lastLeaf;
  const half = halfOf(count);
  const endsLog = from + count === size;
  if (!endsLog && (count === 1 || half * 2 === count)) return nodeOf(from, count, size);
  const left = await rangeHash(from, half, size, lastLeaf);
  return hashOfNode(left, await rangeHash(from + half, count - half, size, lastLeaf));
}

/** The hash of a whole subtree, from the tile that has it or what it is made of. */
async function nodeOf(from: number, count: number, size: number): Promise<Buffer> {
  const level = Math.floor(Math.log2(count) / 8);
  const unit = 256 ** level;
  const tile = Math.floor(from / unit / 256);
  const width = Math.min(256, Math.floor(size / unit) - tile * 256);
  const bytes = await fetchFile(`tile/${level}/${tileName(tile, width)}`, 256 * 32);
  if (bytes.length !== width * 32) refuse('a tile has the wrong length');
  const first = from / unit - tile * 256;
  const hashes = Array.from({ length: count / unit }, (_, i) => bytes.subarray((first + i) * 32, (first + i + 1) * 32));
  return merkleRoot(hashes);
}

function tileName(index: number, width: number): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0');
  const groups = digits.match(/\d{3}/g) ?? [];
  const name = groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/');
  return width === 256 ? name : `${name}.p/${width}`;
}

// Objects: gzip, named by the SHA-256 of their bytes, which is checked before they are unpacked.

type Reference = [hash: string, length: number];

async function readObject<T extends { format: string }>([hash, length]: Reference, format: T['format']): Promise<T> {
  if (!/^[0-9a-f]{64}$/.test(hash) || !(length <= MOST_BYTES)) refuse('a reference is none');
  const name = `object/${hash.slice(0, 2)}/${hash}`;
  const bytes = await fetchFile(name, MOST_BYTES);
  if (bytes.length !== length || sha256(bytes).toString('hex') !== hash) refuse(`${name} is not what it is named`);
  const value = JSON.parse(gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED }).toString()) as T;
  if (value.format !== format) refuse(`${name} is of the format ${value.format}`);
  return value;
}

// A package: the first bits of the hash of its name say in which shard it is, if it is.

interface Manifest {
  format: 'almanac-snapshot/1';
  published: string;
  expires: string;
  states: string[][];
  partitions: { name: string; index: Reference; tree: string }[];
}

interface Index {
  format: 'almanac-index/1';
  partition: string;
  bits: number;
  shards: Reference[];
}

interface Placed {
  format: string;
  partition: string;
  bits: number;
  prefix: number;
}

interface Shard extends Placed {
  format: 'almanac-shard/1';
  sources: string[];
  texts: string[];
  hashes: string;
  claims: object[];
  packages: number[][];
  groups: number[][];
}

type Entry = [attribute: number, pname: number, version: number, ...more: (number | number[])[]];

interface Channel extends Placed {
  format: 'almanac-channel/1';
  texts: string[];
  names: number[][];
  families: [family: number, ...entries: Entry[]][];
}

/** The one shard in which something of this name would be; null where there is no such partition. */
async function shardAt<T extends Placed>(
  manifest: Manifest,
  name: string,
  key: string,
  format: T['format'],
): Promise<T | null> {
  const partition = manifest.partitions.find((one) => one.name === name);
  if (partition === undefined) return null;
  const index = await readObject<Index>(partition.index, 'almanac-index/1');
  const leaves = index.shards.map(([hash]) => hashOfLeaf(Buffer.from(hash, 'hex')));
  const isTree = index.shards.length === 2 ** index.bits && merkleRoot(leaves).toString('hex') === partition.tree;
  if (index.partition !== partition.name || !isTree) refuse('the index is of another partition');
  const prefix = sha256(Buffer.from(key)).readUInt16BE(0) >> (16 - index.bits);
  const shard = await readObject<T>(index.shards[prefix] ?? refuse('the index is cut'), format);
  const isPlace = shard.partition === partition.name && shard.bits === index.bits && shard.prefix === prefix;
  return isPlace ? shard : refuse('the shard is of another place');
}

/** What a channel of the collection carries under a name: of the families that the name leads to, and of the one that has it. */
async function carriedIn(manifest: Manifest, partition: string): Promise<object> {
  const name = given.trim().toLowerCase();
  const read = (key: string) => shardAt<Channel>(manifest, partition, key, 'almanac-channel/1');
  const first = await read(name);
  const leads = first?.names.find(([own = -1]) => first.texts[own] === name)?.slice(2) ?? [];
  const carried: object[] = [];
  for (const key of [name, ...leads.map((place) => first?.texts[place] ?? '')]) {
    const shard = await read(key);
    const [, ...entries] = shard?.families.find(([own]) => shard.texts[own] === key) ?? [-1];
    for (const [attribute, pname, version] of entries) {
      const text = (place: number) => shard?.texts[place] ?? null;
      carried.push({ attribute: text(attribute), pname: text(pname), version: text(version) });
    }
  }
  return { partition, name, published: manifest.published, carried };
}

async function packageIn(manifest: Manifest): Promise<object> {
  const base = ecosystem.split(':', 1)[0];
  const name = comparable(base ?? '', given);
  const states = manifest.states.find(([one]) => one === ecosystem || one === base)?.slice(1) ?? [];
  const about = { ecosystem, name, published: manifest.published, states };
  const shard = await shardAt<Shard>(manifest, `ecosystem/${base}`, name, 'almanac-shard/1');
  if (shard === null) return { ...about, known: false, statements: [] };
  const row = shard.packages.find(([own = -1]) => shard.texts[own] === name);
  if (row === undefined) return { ...about, known: false, statements: [] };
  const [, complete, ...numbers] = row;
  const hashes = Buffer.from(shard.hashes, 'base64');
  const statements: object[] = [];
  for (let i = 0; i < numbers.length; i += 6) {
    const [release = -1, source = -1, record = -1, hash = -1, withdrawn, claims = -1] = numbers.slice(i, i + 6);
    const id = shard.texts[record];
    const group = shard.groups.find((ids) => ids.includes(record)) ?? [];
    statements.push({
      ecosystem: shard.texts[release],
      source: shard.sources[source],
      id,
      aliases: [...new Set(group.map((one) => shard.texts[one]))].filter((one) => one !== id),
      sha256: hash < 0 ? null : hashes.subarray(32 * hash, 32 * hash + 32).toString('hex'),
      withdrawn: withdrawn === 1,
      claims: shard.claims[claims],
    });
  }
  return { ...about, known: true, complete: complete === 1, statements };
}

/** A name in the form in which its ecosystem compares names. */
function comparable(base: string, name: string): string {
  if (base === 'PyPI') return name.toLowerCase().replaceAll(/[-_.]+/g, '-');
  return ['NuGet', 'Packagist', 'GitHub Actions', 'SwiftURL', 'Julia'].includes(base) ? name.toLowerCase() : name;
}

// The tree of RFC 6962.

function sha256(...parts: Uint8Array[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}

function hashOfLeaf(data: Uint8Array): Buffer {
  return sha256(Uint8Array.of(0), data);
}

function hashOfNode(left: Uint8Array, right: Uint8Array): Buffer {
  return sha256(Uint8Array.of(1), left, right);
}

function halfOf(count: number): number {
  let half = 1;
  while (half * 2 < count) half *= 2;
  return half;
}

function merkleRoot(hashes: readonly Uint8Array[]): Buffer {
  if (hashes.length <= 1) return Buffer.from(hashes[0] ?? sha256());
  const half = halfOf(hashes.length);
  return hashOfNode(merkleRoot(hashes.slice(0, half)), merkleRoot(hashes.slice(half)));
}
