import { expect, it } from 'vitest';
import { Canaries } from './canaries.ts';
import { judgeCanary } from './judge-canary.ts';

const record = {
  id: 'GHSA-1',
  state: null,
  score: 0.97,
  affected: [{ package: { name: 'left' } }, { package: { name: 'right' } }],
};

type Claims = Parameters<typeof judgeCanary>[0]['says'];

it.each<[string, Claims, string | null]>([
  ['nothing but to be there', [], null],
  ['a member', [{ path: 'id', is: 'GHSA-1' }], null],
  ['one of several', [{ path: 'affected.*.package.name', is: 'right' }], null],
  ['one by its place', [{ path: 'affected.0.package.name', is: 'left' }], null],
  ['that something is there', [{ path: 'affected.*.package' }], null],
  ['a number that is large enough', [{ path: 'score', atLeast: 0.9 }], null],
  ['another value', [{ path: 'id', is: 'GHSA-2' }], 'id is "GHSA-1", not "GHSA-2"'],
  ['a value of another type', [{ path: 'score', is: '0.97' }], 'score is 0.97, not "0.97"'],
  [
    'none of several',
    [{ path: 'affected.*.package.name', is: 'up' }],
    'affected.*.package.name is "left", "right", not "up"',
  ],
  ['a number that is too small', [{ path: 'score', atLeast: 0.99 }], 'score is 0.97, not at least 0.99'],
  ['a text where a number is wanted', [{ path: 'id', atLeast: 0 }], 'id is "GHSA-1", not at least 0'],
  ['what is null', [{ path: 'state' }], 'state is absent, not there'],
  ['what is missing', [{ path: 'references.*.url' }], 'references.*.url is absent, not there'],
  ['what every object has', [{ path: 'constructor' }], 'constructor is absent, not there'],
  ['two things, of which the second fails', [{ path: 'id' }, { path: 'title' }], 'title is absent, not there'],
])('expects %s', (_name, says, detail) => {
  const finding = judgeCanary({ key: 'GHSA-1', says }, record);

  expect(finding).toEqual({ key: 'GHSA-1', outcome: detail === null ? 'ok' : 'changed', detail });
});

it('says that a record is missing', () => {
  expect(judgeCanary({ key: 'GHSA-1', says: [] }, null)).toEqual({ key: 'GHSA-1', outcome: 'missing', detail: null });
});

it('shows no more of a long text than tells what happened', () => {
  const { detail } = judgeCanary({ key: 'k', says: [{ path: 'text', is: 'short' }] }, { text: 'x'.repeat(10_000) });

  expect(detail?.length).toBeLessThan(200);
});

it.each(['{"kev":[{"says":[]}]}', '{"kevv":[]}', '{"kev":[{"key":"a","says":[{"path":"b","equals":1}]}]}'])(
  'is not to be had from %s',
  (text) => {
    expect(Canaries.safeParse(JSON.parse(text)).success).toBe(false);
  },
);
