import type { SourceId } from '@almanac/contract';
import { describe, expect, it } from 'vitest';
import { newSignerKey, openSigner } from '../ingest/snapshots/signer.ts';
import { SOURCE_READERS } from '../sources/index.ts';
import type { Reader } from '../sources/reader.ts';
import {
  chosenAddresses,
  Environment,
  findLackingSources,
  formatUserAgent,
  proxyOf,
  sourceAddresses,
} from './environment.ts';
import { publishedSnapshot } from './snapshot-settings.ts';

it.each([
  ['10.0.0.0/8, 192.0.2.7', ['10.0.0.0/8', '192.0.2.7']],
  ['2001:db8::/32', ['2001:db8::/32']],
  ['', []],
])('takes %j for the addresses of proxies', (TRUSTED_PROXIES, expected) => {
  expect(Environment.parse({ TRUSTED_PROXIES }).TRUSTED_PROXIES).toEqual(expected);
});

it.each([
  // A hop count would silently trust nobody, and every client behind the proxy would share one budget.
  ['TRUSTED_PROXIES', '1'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', 'proxy.internal'],
  ['RATE_LIMITS', 'general=0'],
  ['RATE_LIMITS', 'everything=5'],
  ['PORT', '70000'],
  ['CANARIES', 'CVE-2021-44228'],
  ['CANARIES', '{"kevv":[{"key":"CVE-2021-44228"}]}'],
  ['DATABASE_URL', 'localhost'],
  ['SOURCES', 'osv,kevv'],
  ['REDIS_SENTINELS', 'one:26379,two'],
  ['REDIS_CLUSTER_NODES', 'one'],
  ['HTTPS_PROXY', 'proxy'],
  ['SNAPSHOT_VERIFIER', 'almanac.example/log'],
  ['WHOLE_PACKAGES', 'lodash'],
])('refuses %s=%s', (name, value) => {
  expect(Environment.safeParse({ [name]: value }).error?.issues[0]?.path).toEqual([name]);
});

it('refuses sentinels and a cluster at once', () => {
  const both = Environment.safeParse({ REDIS_SENTINELS: 'a:26379', REDIS_CLUSTER_NODES: 'b:6379' });

  expect(both.error?.issues[0]?.path).toEqual(['REDIS_CLUSTER_NODES']);
});

it('takes rates for the classes that are named and leaves the others as documented', () => {
  expect(Environment.parse({ RATE_LIMITS: 'general=100' }).RATE_LIMITS).toMatchObject({ general: 100, issues: 60 });
});

it.each([
  ['', 'CVE-2021-44228'],
  ['{}', undefined],
  ['{"kev":[{"key":"CVE-2025-10000"}]}', 'CVE-2025-10000'],
])('takes %j for canaries', (CANARIES, key) => {
  expect(Environment.parse({ CANARIES }).CANARIES.kev?.[0]?.key).toBe(key);
});

// The strictest limit of an origin holds for all that ask there: one source that says less would starve the others.
it.each([{}, { GITHUB_TOKEN: 'of-anybody' }])(
  'has one limit for each origin that several sources ask (%j)',
  (given) => {
    const { cve_list_v5, advisory, nixpkgs } = sourceAddresses(Environment.parse(given));
    const asking = [
      SOURCE_READERS.cve_list_v5.open(cve_list_v5),
      SOURCE_READERS.advisory.open(advisory),
      SOURCE_READERS.nixpkgs.open(nixpkgs),
    ];
    const upstreams = asking.flatMap(({ upstreams: asked }) => asked);

    const limits = Map.groupBy(
      upstreams.filter(({ limit }) => limit !== undefined),
      ({ url }) => new URL(url).origin,
    );
    const several = [...limits].filter(([, asked]) => asked.length > 1);
    expect(several.map(([origin]) => origin)).toEqual(['https://api.github.com']);
    for (const [, asked] of several) expect(new Set(asked.map(({ limit }) => JSON.stringify(limit))).size).toBe(1);
  },
);

it('sends its GitHub token to the API alone, not to raw files', () => {
  const addresses = sourceAddresses(Environment.parse({ GITHUB_TOKEN: 'of-anybody' }));
  const readers = Object.entries(SOURCE_READERS) as [SourceId, Reader<unknown>][];

  const upstreams = readers.flatMap(([id, { open }]) =>
    addresses[id] === undefined ? [] : open(addresses[id]).upstreams,
  );

  const withToken = upstreams.filter((upstream) => JSON.stringify(upstream).includes('of-anybody'));
  expect(new Set(withToken.map(({ url }) => new URL(url).origin))).toEqual(new Set(['https://api.github.com']));
  expect(upstreams.map(({ url }) => new URL(url).origin)).toContain('https://raw.githubusercontent.com');
});

it.each([
  [{}, undefined],
  // A site tells nobody whom to write to.
  [{ SITE_URL: 'https://almanac.example' }, undefined],
  [{ CONTACT_URL: 'https://git.example/almanac' }, 'https://git.example/almanac'],
])('reads Repology with %j as the contact %j', (variables, contact) => {
  expect(sourceAddresses(Environment.parse(variables)).repology?.contact).toBe(contact);
});

it.each([
  [{}, ['advisory: GITHUB_TOKEN is not set', 'repology: CONTACT_URL is not set']],
  [{ SOURCES: 'osv' }, []],
  [{ CONTACT_URL: 'https://git.example/almanac', GITHUB_TOKEN: 'of-anybody' }, []],
])('tells with %j which sources lack a setting: %j', (variables, expected) => {
  const lacking = findLackingSources(Environment.parse(variables));

  expect(lacking.map(({ id, reason }) => `${id}: ${reason.split(':')[0]}`)).toEqual(expected);
});

it.each([
  [{}, 'Almanac/1.2.3 (vulnerability information service)'],
  [
    { SITE_URL: 'https://almanac.example' },
    'Almanac/1.2.3 (vulnerability information service; +https://almanac.example)',
  ],
  [
    { SITE_URL: 'https://almanac.example', CONTACT_URL: 'https://git.example/almanac' },
    'Almanac/1.2.3 (vulnerability information service; +https://git.example/almanac)',
  ],
])('tells upstreams with %j who asks', (variables, agent) => {
  expect(formatUserAgent('1.2.3', Environment.parse(variables))).toBe(agent);
});

it.each([
  ['', 14],
  ['kev', 1],
  [' osv , kev ', 2],
])('reads of SOURCES=%j so many sources: %i', (SOURCES, count) => {
  const addresses = chosenAddresses(Environment.parse({ SOURCES }));

  // Two have no address unless they are told something: the dependencies and Repology.
  expect(Object.values(addresses).filter((address) => address !== undefined)).toHaveLength(count);
});

it.each([
  [{}, undefined],
  [{ NO_PROXY: 'a' }, undefined],
  [{ HTTPS_PROXY: 'http://proxy:3128' }, { https: 'http://proxy:3128', http: '', except: '' }],
  [
    { HTTP_PROXY: 'http://proxy:3128', NO_PROXY: 'a,b' },
    { https: '', http: 'http://proxy:3128', except: 'a,b' },
  ],
])('takes a proxy from %j', (given, expected) => {
  expect(proxyOf(Environment.parse(given))).toEqual(expected);
});

describe('what browsers are told of snapshots', () => {
  const [own, other] = [newSignerKey('almanac.example/log'), newSignerKey('almanac.example/log')];
  const verifierKey = openSigner(own)?.verifierKey;
  const address = { SNAPSHOT_URL: 'https://files.example/snapshot/', BASE_URL: 'https://almanac.example/api/v1' };

  it.each([
    ['the key for readers is set', { ...address, SNAPSHOT_VERIFIER: verifierKey }, true],
    ['the secret key is set', { ...address, SNAPSHOT_KEY: own }, true],
    ['no key is set', address, false],
    ['no address is set', { SNAPSHOT_VERIFIER: verifierKey }, false],
  ])('%s', (_name, variables, isTold) => {
    const told = { url: 'https://files.example/snapshot', verifierKey, folder: undefined };
    expect(publishedSnapshot(Environment.parse(variables), 'https://almanac.example')).toEqual(isTold ? told : null);
  });

  it('is the address of the API itself where the folder has no other', () => {
    const variables = { SNAPSHOT_FOLDER: '/srv/snapshot', SNAPSHOT_VERIFIER: verifierKey };

    expect(publishedSnapshot(Environment.parse(variables), 'https://almanac.example')).toEqual({
      url: 'https://almanac.example/snapshot',
      verifierKey,
      folder: '/srv/snapshot',
    });
  });

  it.each([
    ['http://127.0.0.1:8080/snapshot', true],
    ['http://localhost/snapshot', true],
    ['http://files.example/snapshot', false],
  ])('may be without TLS on this machine alone: %s', (SNAPSHOT_URL, isTaken) => {
    expect(Environment.safeParse({ ...address, SNAPSHOT_URL }).success).toBe(isTaken);
  });

  it('is refused where the earlier key is of another log', () => {
    const SNAPSHOT_PREVIOUS_KEY = newSignerKey('another.example/log');

    const { error } = Environment.safeParse({ SNAPSHOT_KEY: own, SNAPSHOT_PREVIOUS_KEY });

    expect(error?.issues[0]?.path).toEqual(['SNAPSHOT_PREVIOUS_KEY']);
  });

  it('is refused where the two keys are not of one pair', () => {
    const { error } = Environment.safeParse({ SNAPSHOT_KEY: other, SNAPSHOT_VERIFIER: verifierKey });

    expect(error?.issues[0]?.path).toEqual(['SNAPSHOT_VERIFIER']);
  });
});
