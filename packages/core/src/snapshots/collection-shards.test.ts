import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/support/problem-code.ts';
import type { CollectionFact } from '../matching/facts.ts';
import { readOsv } from '../ranges/osv.ts';
import { type ChannelShard, familyOf, otherNames, readChannel, writeChannel } from './channel-shard.ts';
import { COLLECTION, type CollectionShard } from './collection-shard.ts';
import { judgeByCollection } from './judge-collection.ts';
import { entriesNamed } from './open-collection.ts';
import { packageStates } from './package-states.ts';
import { readCollection } from './read-collection.ts';
import { writeCollection } from './write-collection.ts';

const HASH = 'ab'.repeat(32);
const ENTRY: CollectionFact = {
  attribute: 'python313Packages.lock-step',
  channel: 'nixos-unstable',
  pname: 'lock-step',
  version: '2.1.3',
  ecosystem: 'PyPI',
  ecosystemName: 'lock-step',
  homepage: null,
  sha256: HASH,
  cpes: [],
  purls: [],
  makers: ['tidewater'],
  knownVulnerabilities: [],
  patched: ['CVE-2026-2'],
};
const CHANNEL: ChannelShard = {
  partition: 'channel/nixos-unstable',
  bits: 0,
  prefix: 0,
  families: new Map([['python:lock-step', [ENTRY]]]),
  names: new Map([['lock-step', { families: ['python:lock-step'], complete: true }]]),
};

const { assertions } = readOsv({
  id: 'PYSEC-2026-1',
  modified: '2026-11-01T00:00:00Z',
  affected: [
    {
      package: { ecosystem: 'PyPI', name: 'Lock.Step' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '2.2.0' }] }],
    },
  ],
});
const SUBJECT = { ecosystem: 'PyPI', vendor: null, name: 'lock-step' };
const ISSUE = {
  number: 7,
  title: 'issue 7 about CVE-2026-1',
  url: 'https://example.org/7',
  state: 'open',
  fixed: false,
  sha256: HASH,
  cves: ['CVE-2026-1'],
  packages: ['lock-step'],
} as const;
const SHARD: CollectionShard = {
  partition: COLLECTION,
  bits: 0,
  prefix: 0,
  attributes: [{ attribute: ENTRY.attribute, subjects: [SUBJECT], issues: [ISSUE], complete: true }],
  statements: assertions.map((assertion) => ({ subject: SUBJECT, found: { assertion, sha256: HASH } })),
  records: [
    {
      source: 'osv',
      id: 'PYSEC-2026-1',
      title: null,
      severities: [],
      rejected: false,
      references: ['https://example.org/a'],
      homes: [],
      targets: [{ product: 'lock-step', target: 'python' }],
    },
  ],
  groups: [{ id: 'CVE-2026-1', ids: ['CVE-2026-1', 'PYSEC-2026-1'] }],
  covers: new Map([['X-1', ['CVE-2026-1']]]),
  summaries: new Map([['CVE-2026-1', { severity: 'high', score: 7.5, title: 'a title' }]]),
  known: new Set(['lock-step']),
  apart: ['Ubuntu'],
};
const TEXTS = { channel: writeChannel(CHANNEL), collection: writeCollection(SHARD) };
const READERS = {
  channel: (text: string, place = CHANNEL) => readChannel(text, place),
  collection: (text: string, place: Pick<CollectionShard, 'bits' | 'prefix'> = SHARD) => readCollection(text, place),
};

describe('shards of the collection', () => {
  it('are read as they were written', () => {
    expect(readChannel(TEXTS.channel, CHANNEL)).toEqual(CHANNEL);
    expect(readCollection(TEXTS.collection, SHARD)).toEqual(SHARD);
  });

  it('are the same text in whatever order statements come, also of those that differ in the status of other versions alone', () => {
    const statements = SHARD.statements.flatMap(({ subject, found: { assertion, sha256 } }) =>
      (['unaffected', 'unknown'] as const).map((defaultStatus) => ({
        subject,
        found: { assertion: Object.assign({}, assertion, { defaultStatus }), sha256 },
      })),
    );

    const text = writeCollection({ ...SHARD, statements });

    expect(readCollection(text, SHARD).statements).toHaveLength(2);
    expect(writeCollection({ ...SHARD, statements: statements.toReversed() })).toBe(text);
  });

  it('never have the title of an issue', () => {
    const [attribute] = SHARD.attributes;
    const told = { ...SHARD, attributes: [{ ...attribute, issues: [{ ...ISSUE, title: 'somebody wrote this' }] }] };

    expect(writeCollection(told as CollectionShard)).toBe(TEXTS.collection);
  });

  it.each(['channel', 'collection'] as const)(
    'are refused, or read, and never throw anything else, whatever value is put in: %s',
    (kind) => {
      const members = Object.keys(JSON.parse(TEXTS[kind]) as object);

      fc.assert(
        fc.property(fc.constantFrom(...members), fc.jsonValue(), (member, value) => {
          const changed = JSON.stringify({ ...(JSON.parse(TEXTS[kind]) as object), [member]: value });

          expect(['accepted', 'format_unknown', 'shard_misplaced', 'shard_malformed']).toContain(
            codeOf(() => READERS[kind](changed)),
          );
        }),
        { numRuns: 300 },
      );
    },
  );

  it.each<[keyof typeof TEXTS, string, object]>([
    ['channel', 'half an entry', { families: [[0, [1, 2]]] }],
    ['channel', 'a text that is missing', { names: [[99, 1]] }],
    ['channel', 'a name that is neither whole nor cut', { names: [[0, 2]] }],
    ['collection', 'half a statement', { statements: [0, 0, 0] }],
    ['collection', 'a statement about no subject', { subjects: [], attributes: [] }],
    ['collection', 'an issue without a number', { issues: [['7', 0, 1, 0, -1, [], []]], attributes: [] }],
    ['collection', 'half a target', { records: [[0, 0, 0, [], [], [0]]] }],
    ['collection', 'an attribute with more than is known', { attributes: [[0, 1, [], [], 0]] }],
  ])('are refused: %s with %s', (kind, _, change) => {
    const changed = JSON.stringify({ ...(JSON.parse(TEXTS[kind]) as object), ...change });

    expect(codeOf(() => READERS[kind](changed))).toBe('shard_malformed');
  });

  it('are refused at another place', () => {
    expect(codeOf(() => READERS.channel(TEXTS.channel, { ...CHANNEL, prefix: 1 }))).toBe('shard_misplaced');
    expect(codeOf(() => READERS.channel(TEXTS.channel, { ...CHANNEL, partition: 'channel/other' }))).toBe(
      'shard_misplaced',
    );
    expect(codeOf(() => READERS.collection(TEXTS.collection, { bits: 1, prefix: 0 }))).toBe('shard_misplaced');
  });

  it('are judged by the rules of the service', () => {
    const parts = { collection: [ENTRY], shards: [SHARD], apart: [], complete: true };
    const ok = ['osv', 'cve_list_v5', 'packages'].map((source) => ({ source, state: 'ok' }));
    const ask = (version: string) => judgeByCollection(parts, { package: ENTRY.attribute, version }, () => ok);

    expect(ask('2.1.3')).toMatchObject({ verdict: 'affected', matches: [{ id: 'CVE-2026-1', severity: 'high' }] });
    expect(ask('2.2.0').verdict).toBe('not_affected');
    expect(
      judgeByCollection({ ...parts, complete: false }, { package: 'lock-step', version: '3' }, () => ok),
    ).toMatchObject({
      verdict: 'unknown',
      unknownReasons: ['limit_reached'],
    });
  });
});

describe('entries of a name', () => {
  /** A channel in which so many attributes go by one name. */
  const entriesOf = (count: number, complete: boolean) => {
    const facts = Array.from({ length: count }, (_, i) => ({
      ...ENTRY,
      attribute: `set${i}.lock-step`,
      ecosystem: null,
    }));
    const shard = {
      ...CHANNEL,
      families: new Map([['lock-step', facts]]),
      names: new Map([['lock-step', { families: [], complete }]]),
    };
    return entriesNamed({ channels: [CHANNEL.partition], channel: async () => shard }, new Set(['lock-step']));
  };

  it.each([
    [2_000, true, 2_000, true],
    [2_001, true, 2_000, false],
    [1, false, 1, false],
  ])('of %i, whole: %s, are %i, whole: %s', async (count, complete, read, whole) => {
    const { facts, complete: isWhole } = await entriesOf(count, complete);

    expect([facts.length, isWhole]).toEqual([read, whole]);
  });
});

describe('names of entries', () => {
  it.each([
    ['python313Packages.lock-step', 'lock-step', 'python:lock-step', ['lock-step', 'python313packages.lock-step']],
    ['openssl_3', 'openssl', 'openssl', ['openssl_3']],
    ['curl', 'curl', 'curl', []],
  ])('%s of %s is filed under %s', (attribute, pname, family, others) => {
    expect(familyOf(attribute)).toBe(family);
    expect(otherNames({ attribute, pname })).toEqual(others);
  });
});

describe('the states of sources for a package of the collection', () => {
  const source = (id: string, state: string) => ({
    id,
    name: id,
    licence: null,
    attribution: null,
    state,
    checkedAt: null,
    changedAt: null,
  });
  const manifest = {
    sources: [source('osv', 'ok'), source('cve_list_v5', 'stale'), source('packages', 'ok')],
    states: new Map([
      ['PyPI', [{ source: 'osv', state: 'stale' }]],
      ['Nowhere', [{ source: 'osv', state: 'not_covered' }]],
    ]),
    selection: null,
  };

  it.each([
    [undefined, 'ok'],
    [null, 'not_covered'],
    [['PyPI'], 'stale'],
    [['Nowhere'], 'not_covered'],
    [['Nowhere', 'PyPI'], 'stale'],
  ])('of ecosystems %j has osv %s', (ecosystems, state) => {
    const states = packageStates(manifest, ecosystems);

    expect(states).toContainEqual({ source: 'osv', state });
    expect(states).toContainEqual({ source: 'cve_list_v5', state: 'stale' });
  });
});
