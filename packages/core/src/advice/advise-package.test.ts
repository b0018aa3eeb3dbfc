import { describe, expect, it } from 'vitest';
import type { MatchFacts } from '../matching/facts.ts';
import { readCve } from '../ranges/cve.ts';
import type { Assertion } from '../ranges/model.ts';
import { readOsv } from '../ranges/osv.ts';
import type { NamedVersion } from '../remediation/model.ts';
import { planPackage } from '../remediation/plan-package.ts';
import { advisePackage } from './advise-package.ts';
import type { PackageAdvice } from './model.ts';

type Said = readonly Assertion[];

const range = (...events: object[]) => ({ ranges: [{ type: 'ECOSYSTEM', events }] });
const before = (fixed: string, introduced = '0') => range({ introduced }, { fixed });
const openFrom = (introduced: string) => range({ introduced });
const COMMITS = { ranges: [{ type: 'GIT', events: [{ introduced: '0' }, { fixed: 'b'.repeat(40) }] }] };
const UNREADABLE = { ranges: [{ type: 'MOON', events: [{ introduced: '0' }] }] };
const osv = (id: string, ...entries: object[]): Said =>
  readOsv({
    id,
    affected: entries.map((entry) => Object.assign({ package: { ecosystem: 'PyPI', name: 'thing' } }, entry)),
  }).assertions;
const cve = (cveId: string, versions: readonly object[], defaultStatus?: string): Said => {
  const entry = { vendor: 'v', packageName: 'thing', collectionURL: 'https://pypi.org', versions, defaultStatus };
  return readCve({ cveMetadata: { cveId, state: 'PUBLISHED' }, containers: { cna: { affected: [entry] } } }).assertions;
};

/** B is of high severity, and C is exploited. */
function advise(version: string | null, said: readonly Said[], held: readonly NamedVersion[] = []): PackageAdvice {
  const facts: MatchFacts = {
    question: { package: 'thing', version, ecosystem: 'PyPI' },
    collection: [],
    issues: [],
    found: said.flat().map((assertion) => ({ assertion, sha256: null })),
    aliases: [],
    records: [],
    sources: [{ source: 'osv', state: 'ok' }],
  };
  return advisePackage({ ecosystem: 'PyPI', name: 'thing', plan: planPackage(facts, held) }, ({ id }) => ({
    severity: id === 'B' ? 'high' : null,
    kev: id === 'C',
  }));
}

const listIds = (issues: readonly { readonly id: string }[]) => issues.map(({ id }) => id).join(' ');

describe('what to do about an installed version', () => {
  it.each<[string, string, string, readonly Said[], NamedVersion[]?]>([
    ['with a fix', 'upgrade', 'Upgrade thing to 2.0.', [osv('A', before('2.0')), osv('B', before('1.5'))]],
    [
      'with a fix that another one needs too',
      'upgrade',
      'Upgrade thing to 3.0.',
      [osv('A', before('2.0')), osv('B', before('3.0', '2.0'))],
    ],
    [
      'with one that no version fixes',
      'upgrade',
      'Upgrade thing to 2.0. It still has B (high); no better version is known.',
      [osv('A', before('2.0')), osv('B', openFrom('0'))],
    ],
    [
      'with one that cannot be decided',
      'upgrade',
      "Upgrade thing to 2.0. We don't know whether it has 1 other.",
      [osv('A', before('2.0')), osv('B', UNREADABLE)],
    ],
    [
      'with two that cannot be decided',
      'upgrade',
      "Upgrade thing to 2.0. We don't know whether it has 2 others.",
      [osv('A', before('2.0')), osv('B', UNREADABLE), osv('C', UNREADABLE)],
    ],
    [
      'where only a doubtful version is above',
      'upgrade',
      "Upgrade thing to 3.0. We don't know whether it has 1 other.",
      [osv('A', { ...COMMITS, versions: ['1.0'] }), osv('B', before('3.0', '2.0'))],
    ],
    [
      'with a last affected version',
      'upgrade',
      'Upgrade thing beyond 2.0.',
      [osv('A', range({ introduced: '0' }, { last_affected: '2.0' }))],
    ],
    [
      'with a later version that the collection carries',
      'upgrade',
      'Upgrade thing to 2.1.',
      [osv('A', range({ introduced: '0' }, { last_affected: '2.0' }))],
      [{ version: '2.1', by: 'packages nixos-unstable' }],
    ],
    [
      'of a malicious package',
      'leave_versions',
      'Remove thing: the package itself is malicious.',
      [osv('MAL-1', { versions: ['1.0'] })],
    ],
    [
      'that was malicious, with a version that is not',
      'upgrade',
      'Upgrade thing to 2.0.',
      [osv('MAL-1', { versions: ['1.0'] }), osv('A', before('2.0'))],
    ],
    [
      'with a pre-release that fixes it',
      'review',
      'Only a pre-release of thing fixes it: 2.0rc1. Needs review.',
      [osv('A', before('2.0rc1'))],
    ],
    [
      'with a fix that has another',
      'review',
      'No version of thing is known to be free of known vulnerabilities. 2.0 has B.',
      [osv('A', before('2.0')), osv('B', openFrom('2.0'))],
    ],
    [
      'with fixes that each leave another',
      'upgrade',
      'Upgrade thing to 1.7. It still has C (exploited); no better version is known.',
      [
        osv('C', before('0.5'), range({ introduced: '1.0' }, { fixed: '3.0' })),
        osv('D', before('1.7', '0.9'), openFrom('3.0')),
      ],
    ],
    ['without a fix', 'wait', 'No fixed version of thing is known yet.', [osv('A', openFrom('0'))]],
    [
      'without a fix, and exploited',
      'mitigate',
      'No fixed version of thing is known. Follow the vendor’s mitigation or stop using it.',
      [osv('A', openFrom('0')), osv('C', openFrom('0'))],
    ],
    [
      'that somebody tried, and no other',
      'wait',
      'No fixed version of thing is known yet.',
      [cve('CVE-2024-1000', [{ version: '1.0', status: 'affected' }])],
    ],
    [
      'in a line of which no other version is affected',
      'leave_versions',
      'Move off thing 1.0; other versions are not affected.',
      [cve('CVE-2024-1000', [{ version: '1.*', status: 'affected', versionType: 'python' }], 'unaffected')],
    ],
    [
      'of which one has no fix, and the other a last line',
      'wait',
      'No fixed version of thing is known yet.',
      [
        cve('CVE-2024-1000', [{ version: '1.*', status: 'affected', versionType: 'python' }], 'unaffected'),
        osv('A', openFrom('0')),
      ],
    ],
    ['that nothing affects', 'nothing', 'Nothing to do.', [osv('A', before('0.9'))]],
    ['that nobody knows', 'nothing', 'Nothing to do.', []],
    [
      'that may be affected',
      'review',
      'C (exploited) and B (high) may apply. Needs review.',
      [osv('B', UNREADABLE), osv('C', UNREADABLE)],
    ],
  ])('%s: %s', (_, action, sentence, said, held) => {
    const advice = advise('1.0', said, held);

    expect([advice.action, advice.sentence]).toEqual([action, sentence]);
  });

  it.each([null, 'moon'])('is for a person where the version is %s', (version) => {
    expect(advise(version, [osv('A', before('2.0'))])).toMatchObject({
      action: 'review',
      has: [],
      target: null,
      crossesMajor: null,
      undecided: [],
      command: null,
    });
  });

  it.each<[string, Partial<Record<'has' | 'remaining' | 'undecided', string>>, readonly Said[]]>([
    ['what the target clears', { has: 'B A' }, [osv('A', before('2.0')), osv('B', before('1.5'))]],
    ['what stays at the target', { has: 'B A', remaining: 'B' }, [osv('A', before('2.0')), osv('B', openFrom('0'))]],
    [
      'what is in doubt',
      { has: 'A', undecided: 'C B' },
      [osv('A', before('2.0')), osv('B', UNREADABLE), osv('C', UNREADABLE)],
    ],
    [
      'what stays without a target',
      { has: 'C B A', remaining: 'C B A' },
      [osv('A', openFrom('0')), osv('B', openFrom('0')), osv('C', openFrom('0'))],
    ],
    ['what it must go beyond', { has: 'A' }, [osv('A', range({ introduced: '0' }, { last_affected: '2.0' }))]],
    ['what is malicious', { has: 'B MAL-1' }, [osv('MAL-1', { versions: ['1.0'] }), osv('B', { versions: ['1.0'] })]],
    [
      'what a doubtful target leaves',
      { has: 'A' },
      [osv('A', { ...COMMITS, versions: ['1.0'] }), osv('B', before('3.0', '2.0'))],
    ],
    ['nothing', {}, [osv('A', before('0.9')), osv('B', before('0.9'))]],
  ])('lists %s, worst first', (_, expected, said) => {
    const { has, remaining, undecided } = advise('1.0', said);

    expect({ has: listIds(has), remaining: listIds(remaining), undecided: listIds(undecided) }).toEqual({
      has: '',
      remaining: '',
      undecided: '',
      ...expected,
    });
  });

  it('says what the step is, and how to take it', () => {
    const said = [osv('A', before('2.0')), osv('B', UNREADABLE)];

    expect(advise('1.0', said)).toMatchObject({
      target: '2.0',
      crossesMajor: true,
      command: 'pip install "thing>=2.0"',
    });
    expect(advise('1.0', [osv('A', before('1.5'))])).toMatchObject({ target: '1.5', crossesMajor: false });
    expect(advise('1.0', [osv('A', { ...COMMITS, versions: ['1.0'] }), osv('B', before('3.0', '2.0'))])).toMatchObject({
      target: '3.0',
      crossesMajor: null,
    });
    expect(advise('1.0', [osv('A', openFrom('0'))])).toMatchObject({ target: null, crossesMajor: null, command: null });
  });
});
