import { describe, expect, it } from 'vitest';
import { type ChannelVerdict, compareDeciding, type JudgedCve, judgeOpen } from './open-verdict.ts';

const place = (attribute: string, verdict: ChannelVerdict['verdict'], channel = 'nixos-unstable'): ChannelVerdict => ({
  attribute,
  channel,
  version: '1.0',
  verdict,
  unknownReasons: verdict === 'unknown' ? ['possible_match'] : [],
});

const judged = (places: readonly ChannelVerdict[], given: Partial<JudgedCve> = {}): JudgedCve => ({
  names: ['curl'],
  places,
  complete: true,
  ...given,
});

const CVE = 'CVE-2026-0001';
const OTHER = 'CVE-2026-0002';
const AFFECTED = place('curl', 'affected', 'nixos-25.11');
const CLEAR = place('curl', 'not_affected');
const DOUBTFUL = place('curl', 'unknown');
const NAMESAKE = place('haskellPackages.curl', 'unknown');

describe('an open issue about curl', () => {
  it.each<[string, Readonly<Record<string, JudgedCve>>, string, readonly string[]]>([
    ['one channel is affected', { [CVE]: judged([CLEAR, AFFECTED]) }, 'affected', []],
    ['its package may be affected', { [CVE]: judged([CLEAR, DOUBTFUL]) }, 'unknown', ['possible_match']],
    ['its package is not affected', { [CVE]: judged([CLEAR]) }, 'not_affected', []],
    ['a namesake alone may be affected', { [CVE]: judged([CLEAR, NAMESAKE]) }, 'not_affected', []],
    ['a namesake is affected', { [CVE]: judged([CLEAR, place('curlFull', 'affected')]) }, 'affected', []],
    ['no channel carries its package', { [CVE]: judged([NAMESAKE]) }, 'unknown', ['possible_match']],
    ['no package is concerned', { [CVE]: judged([]) }, 'unknown', ['package_unknown']],
    ['more may be concerned', { [CVE]: judged([CLEAR], { complete: false }) }, 'unknown', ['limit_reached']],
    ['its CVE was not judged', {}, 'unknown', ['not_judged']],
    ['its CVE was judged for others', { [CVE]: judged([CLEAR], { names: ['wget'] }) }, 'unknown', ['not_judged']],
    ['nothing vouches for the silence', { [CVE]: judged([place('curl', 'none_known')]) }, 'unknown', ['limit_reached']],
  ])('where %s', (_, verdicts, verdict, unknownReasons) => {
    const found = judgeOpen([CVE], ['curl'], new Map(Object.entries(verdicts)));

    expect(found).toMatchObject({ verdict, unknownReasons });
  });

  it('names the CVEs that affect it and those that may, and shows the places that decide', () => {
    const verdicts = new Map([
      [CVE, judged([CLEAR, AFFECTED])],
      [OTHER, judged([DOUBTFUL])],
    ]);

    const found = judgeOpen([CVE, OTHER], ['curl'], verdicts);

    expect(found).toMatchObject({ verdict: 'affected', affectedBy: [CVE], undecided: [OTHER], places: [AFFECTED] });
  });

  it('is not cleared by one CVE while another is undecided', () => {
    const verdicts = new Map([
      [CVE, judged([CLEAR])],
      [OTHER, judged([DOUBTFUL])],
    ]);

    expect(judgeOpen([CVE, OTHER], ['CURL'], verdicts)).toMatchObject({ verdict: 'unknown', undecided: [OTHER] });
  });
});

it('puts the verdicts that can decide an issue first', () => {
  const others = [place('wget', 'unknown'), place('wget', 'not_affected')];

  const sorted = [...others, CLEAR, DOUBTFUL, AFFECTED].toSorted(compareDeciding(['curl']));

  expect(sorted).toEqual([AFFECTED, DOUBTFUL, CLEAR, ...others]);
});
