import { describe, expect, it } from 'vitest';
import { semver } from '../versions/semver.ts';
import { claimOfEvents, claimOfVersion, frame, opaque } from './claims.ts';
import { freeform } from './freeform.ts';
import { coversAll, isLine, membershipOf, versionOfTag } from './membership.ts';
import type { Claim, ClaimKind, ListClaim, RangeEvent } from './model.ts';

function list(kind: ClaimKind, versions: string[], scheme: ListClaim['scheme'] = freeform): Claim {
  return { ...frame(kind), type: 'list', scheme, versions };
}

function range(...events: [RangeEvent['type'], string][]): Claim {
  return claimOfEvents(
    frame('semver'),
    semver,
    events.map(([type, version]) => ({ type, version })),
  );
}

describe('a version in a list', () => {
  it.each<[ClaimKind, string[], string, string]>([
    ['cve', ['1.0', '1.1'], '1.1', '1.1'],
    ['cve', ['1.0'], '1.0.0', '1.0'],
    ['cve', ['1.0-RC1'], '1.0-rc1', '1.0-RC1'],
    ['cpe', ['1.0-RC1'], '1.0-rc1', '1.0-RC1'],
    ['cve', ['QCA6390'], 'qca6390', 'QCA6390'],
    ['git', ['v1.0'], '1.0', 'v1.0'],
  ])('%s %j has %s, as %s', (kind, versions, version, listed) => {
    expect(membershipOf(list(kind, versions), { version })).toEqual({
      holds: 'yes',
      bound: null,
      interval: null,
      listed,
    });
  });

  it.each<[ClaimKind, string[], string]>([
    ['cve', ['1.0'], '1.1'],
    ['cve', ['9.1 Update 3'], '9.2'],
    ['cve', ['QCA6390'], 'QCA6391'],
    ['ecosystem', ['1.0', 'QCA6390'], '1.1'],
    ['ecosystem', ['9.1 Update 3'], '9.1'],
  ])('%s %j does not have %s', (kind, versions, version) => {
    expect(membershipOf(list(kind, versions), { version })).toEqual({ holds: 'no', bound: null });
  });

  it.each<[ClaimKind, string[], string | null, string]>([
    ['cve', ['9.1 Update 3'], '9.1', 'update_unstated'],
    ['cpe', ['1.0', '9.1 sp1'], '9.1.0', 'update_unstated'],
    ['cve', ['1.0', 'QCA6390'], '1.1', 'text_names_product'],
    ['cve', ['1.0', 'QCA6390'], 'QCA6391', 'version_unreadable'],
    ['ecosystem', ['1.0'], 'QCA6391', 'version_unreadable'],
    ['cve', ['1.0'], null, 'no_version'],
  ])('%s %j may have %s: %s', (kind, versions, version, doubt) => {
    expect(membershipOf(list(kind, versions), { version })).toEqual({ holds: 'unsure', doubt });
  });

  it('without an order is compared by letters alone', () => {
    expect(membershipOf(list('git', ['1.0'], null), { version: '1.0' }).holds).toBe('yes');
    expect(membershipOf(list('git', ['1.0'], null), { version: '1.0.0' }).holds).toBe('no');
    expect(membershipOf(list('ecosystem', ['v1.0'], null), { version: '1.0' }).holds).toBe('no');
  });
});

describe('a version in a range', () => {
  const two = range(['introduced', '1.0.0'], ['fixed', '1.5.0'], ['introduced', '2.0.0'], ['last_affected', '2.5.0']);

  it.each([
    ['0.9.0', 'no', 'introduced', '1.0.0'],
    ['1.0.0', 'yes', 'fixed', '1.5.0'],
    ['1.5.0', 'no', 'fixed', '1.5.0'],
    ['1.9.0', 'no', 'fixed', '1.5.0'],
    ['2.0.0', 'yes', 'last_affected', '2.5.0'],
    ['2.5.0', 'yes', 'last_affected', '2.5.0'],
    ['2.5.1', 'no', 'last_affected', '2.5.0'],
  ])('%s: %s, by %s %s', (version, holds, type, bound) => {
    expect(membershipOf(two, { version })).toMatchObject({ holds, bound: { type, version: bound } });
  });

  it('without an end is decided by its start, from everything on by that', () => {
    expect(membershipOf(range(['introduced', '1.0.0']), { version: '3.0.0' })).toMatchObject({
      holds: 'yes',
      bound: { type: 'introduced', version: '1.0.0' },
    });
    expect(membershipOf(range(['after', '1.0.0']), { version: '1.0.0' })).toEqual({
      holds: 'no',
      bound: { type: 'after', version: '1.0.0' },
    });
    expect(membershipOf(range(['introduced', '0']), {})).toMatchObject({
      holds: 'yes',
      bound: { type: 'introduced', version: '0' },
      interval: { from: null, to: null },
    });
  });

  it('needs a version that can be read', () => {
    expect(membershipOf(two, {})).toEqual({ holds: 'unsure', doubt: 'no_version' });
    expect(membershipOf(two, { version: 'x' })).toEqual({ holds: 'unsure', doubt: 'version_unreadable' });
  });

  it('of no version at all has none', () => {
    const none = range(['introduced', '1.0.0'], ['fixed', '1.0.0']);

    expect(membershipOf(none, { version: '1.0.0' })).toEqual({ holds: 'no', bound: null });
  });

  it.each<[string, Claim, boolean]>([
    ['an open range', range(['introduced', '0']), true],
    ['a range with an end', range(['introduced', '0'], ['fixed', '1.0.0']), false],
    ['a range with a beginning', range(['introduced', '1.0.0']), false],
    ['two ranges, the last one open', range(['introduced', '0'], ['fixed', '1.0.0'], ['introduced', '2.0.0']), false],
    ['a version', claimOfVersion(frame('cve'), semver, '1.0.0'), false],
    ['a text', opaque(frame('cve'), '*', 'text_unreadable'), false],
  ])('%s covers everything: %s', (_name, claim, expected) => {
    expect(coversAll(claim)).toBe(expected);
  });
});

it.each([
  ['v1.2', '1.2'],
  ['1.2', '1.2'],
  ['release-qpdf-1.2', '1.2'],
  ['REL_1_2_3', '1.2.3'],
  ['hdf5-1_10_11', '1.10.11'],
  ['poco-1.14.0-release', '1.14.0'],
  ['openssl-3.0.0-FINAL', '3.0.0'],
  ['1.0-release-2', '1.0-release-2'],
  ['1_2.3', '1_2.3'],
  ['refs/tags/v1.2', '1.2'],
  ['a-b-c-d-e1.2', '1.2'],
  ['a-b-c-d-e-1.2', 'a-b-c-d-e-1.2'],
  ['latest', 'latest'],
  ['v1-beta', '1-beta'],
])('the tag %s is of version %s', (tag, version) => {
  expect(versionOfTag(tag)).toBe(version);
});

it.each([
  ['1.41.x', true],
  ['1.41.*', true],
  ['.x1', false],
  ['.*.1', false],
  ['1.41', false],
])('%s names a line: %s', (version, expected) => {
  expect(isLine(version)).toBe(expected);
  expect(membershipOf(range(['introduced', '1.0.0'], ['fixed', '2.0.0']), { version }).holds === 'unsure').toBe(
    expected || !semver.isValid(version),
  );
});
