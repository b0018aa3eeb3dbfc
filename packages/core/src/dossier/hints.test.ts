import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  advisory,
  CRITICAL,
  cveList,
  document,
  factsWith,
  KEV,
  metric,
  nvd,
  osv,
  repackaged,
} from '../../test/dossier-records.ts';
import { judgeOwn } from '../../test/judged-own.ts';
import { reconcileCve } from './dossier.ts';
import type { CveFacts, SourceCoverage } from './facts.ts';
import { ACTIONS } from './hints.ts';

const CURRENT: readonly SourceCoverage[] = [
  { source: 'cve_list_v5', state: 'ok' },
  { source: 'osv', state: 'ok' },
];

function hints(given: Partial<CveFacts>, coverage = CURRENT) {
  const facts = factsWith(given);
  return reconcileCve(facts, coverage, { judged: judgeOwn(facts) }).agentHints;
}

const rated = {
  title: 'Hole',
  metrics: [metric(CRITICAL, 9.8)],
  problemTypes: [{ descriptions: [{ cweId: 'CWE-22' }] }],
  references: [{ url: 'https://example.org' }],
};
const product = (version: object) => ({
  affected: [{ vendor: 'acme', product: 'thing', versions: [{ status: 'affected', ...version }] }],
});
const sound = { cveList: cveList(rated), osv: [osv('GHSA-a')] };
const withdrawn = { withdrawn: '2099-01-09T00:00:00Z' };
const git = (events: readonly object[]) =>
  document('osv', 'OSV-1', {
    affected: [{ package: { ecosystem: 'npm', name: 'thing' }, ranges: [{ type: 'GIT', events }] }],
  });

describe('hintsOf', () => {
  it.each<[string, Partial<CveFacts>, readonly string[]]>([
    ['a fixed package', sound, ['upgrade']],
    [
      'a fix by commit alone',
      { cveList: cveList(rated), osv: [git([{ introduced: '0' }, { fixed: 'f'.repeat(40) }])] },
      ['apply_patch'],
    ],
    [
      'builds that are fixed alone',
      { cveList: cveList({ ...rated, ...product({ version: '1.0' }) }), osv: [repackaged('BIT-thing-1')] },
      ['monitor', 'upgrade'],
    ],
    ['no fix, exploited', { cveList: cveList({ ...rated, ...product({ version: '1.0' }) }), kev: KEV }, ['mitigate']],
    ['no fix', { cveList: cveList({ ...rated, ...product({ version: '1.0' }) }) }, ['monitor']],
    [
      'a record of another source alone',
      { osv: [osv('GHSA-a', undefined, { severity: [{ type: 'CVSS_V3', score: CRITICAL }] })] },
      ['upgrade', 'request_ingest'],
    ],
    ['nothing about what is affected', { cveList: cveList(rated) }, ['monitor', 'triage_manually']],
    ['rejected', { cveList: cveList({}, 'REJECTED'), osv: [osv('GHSA-a')], kev: KEV }, ['do_not_remediate']],
    ['withdrawn', { osv: [osv('GHSA-a', undefined, withdrawn)] }, ['do_not_remediate']],
    ['reserved', { idService: 'reserved' }, ['wait_for_publication']],
    ['awaited', { announced: true }, ['request_ingest', 'wait_for_publication']],
    ['unknown', { idService: 'unknown' }, []],
  ])('%s', (_, given, actions) => {
    expect(hints(given).recommendedActions.map(({ action }) => action)).toEqual(actions);
  });

  it('says what to upgrade, to which versions, and who says so', () => {
    expect(hints(sound)).toMatchObject({
      recommendedActions: [
        { action: 'upgrade', reason: 'Upgrade thing to 1.2.0. (OSV, GHSA-a)', target: 'pkg:npm/thing' },
      ],
      knownFixedVersions: [{ ecosystem: 'npm', name: 'thing', version: '1.2.0', source: 'osv', alsoAffectedBy: [] }],
    });
  });

  it('names a fix once, however many sources name it', () => {
    const { knownFixedVersions } = hints({ ...sound, advisories: [advisory('GHSA-a')] });

    expect(knownFixedVersions).toMatchObject([
      { ecosystem: 'npm', name: 'thing', version: '1.2.0', source: 'advisory' },
    ]);
    expect(knownFixedVersions).toHaveLength(1);
  });

  it('names the product and leaves out a rebuild where the product is fixed', () => {
    // CVE-2024-23897: Bitnami's own version of Jenkins does not fix Jenkins.
    const given = {
      cveList: cveList({ ...rated, ...product({ version: '0', lessThan: '2.0' }) }),
      osv: [repackaged('BIT-thing-1')],
    };

    const { recommendedActions, notSafeBecause } = hints(given);

    expect(recommendedActions.map(({ target }) => target)).toEqual(['acme/thing']);
    expect(notSafeBecause).toEqual(['package_fix_missing']);
  });

  it('names what replaces a rejected id', () => {
    const [action] = hints({ cveList: cveList({ replacedBy: ['CVE-2099-0002'] }, 'REJECTED') }).recommendedActions;

    expect(action?.reason).toContain('CVE-2099-0002');
  });

  it.each<[string, Partial<CveFacts>, readonly SourceCoverage[], readonly string[]]>([
    ['nothing', sound, CURRENT, []],
    ['a source out of date', sound, [...CURRENT, { source: 'advisory', state: 'stale' }], ['evidence_out_of_date']],
    ['a source that does not decide out of date', sound, [...CURRENT, { source: 'epss', state: 'stale' }], []],
    ['no word on how current it is', sound, [], ['evidence_out_of_date']],
    ['a dispute', { ...sound, cveList: cveList({ ...rated, tags: ['disputed'] }) }, CURRENT, ['disputed']],
    [
      'a contradiction',
      {
        ...sound,
        advisories: [advisory('GHSA-a', { severity: 'critical' })],
        osv: [osv('GHSA-a', [{ introduced: '0' }, { fixed: '1.4.0' }])],
      },
      CURRENT,
      ['range_conflict', 'fix_conflict'],
    ],
    ['no fix', { cveList: cveList({ ...rated, ...product({ version: '1.0' }) }) }, CURRENT, ['fix_missing']],
    [
      'a fix of a product alone',
      { cveList: cveList({ ...rated, ...product({ version: '0', lessThan: '2.0' }) }) },
      CURRENT,
      ['package_fix_missing'],
    ],
    [
      'the lack of the CVE list’s record',
      { osv: [osv('GHSA-a', undefined, { severity: [{ type: 'CVSS_V3', score: CRITICAL }] })] },
      CURRENT,
      ['cve_list_record_missing', 'grade_below_b'],
    ],
    ['its rejection', { cveList: cveList({}, 'REJECTED') }, CURRENT, ['rejected_or_withdrawn']],
    ['its reservation', { idService: 'reserved' }, CURRENT, ['not_published']],
    ['a poor record', { cveList: cveList(), osv: [osv('GHSA-a')] }, CURRENT, ['severity_missing', 'grade_below_b']],
  ])('is kept from automation by %s', (_, given, coverage, because) => {
    const found = hints(given, coverage);

    expect(found.notSafeBecause).toEqual(because);
    expect(found.safeForAutomation).toBe(because.length === 0);
  });

  it.each<[string, Partial<CveFacts>, readonly SourceCoverage[], boolean]>([
    ['sound', sound, CURRENT, false],
    ['awaited', { announced: true }, CURRENT, true],
    ['partial', { osv: [osv('GHSA-a')] }, CURRENT, true],
    ['out of date', sound, [{ source: 'osv', state: 'unreachable' }], true],
    ['reserved', { idService: 'reserved' }, CURRENT, false],
    ['rejected, out of date', { cveList: cveList({}, 'REJECTED') }, [{ source: 'cve_list_v5', state: 'stale' }], false],
  ])('needs to be fetched again: %s', (_, given, coverage, expected) => {
    expect(hints(given, coverage).needsIngest).toBe(expected);
  });

  it('never remediates what is rejected or withdrawn, whatever else is said', () => {
    const record = fc.record({
      osv: fc.array(
        fc.constantFrom(osv('GHSA-a'), osv('BIT-x-1'), git([{ introduced: '0' }, { fixed: 'f'.repeat(40) }])),
        { maxLength: 3 },
      ),
      advisories: fc.array(fc.constant(advisory('GHSA-a')), { maxLength: 1 }),
      nvd: fc.constantFrom(null, nvd(), nvd({ vulnStatus: 'Rejected' })),
      kev: fc.constantFrom(null, KEV),
      idService: fc.constantFrom(null, 'published' as const, 'rejected' as const),
      withdraw: fc.boolean(),
      reject: fc.boolean(),
    });
    fc.assert(
      fc.property(record, ({ withdraw, reject, ...given }) => {
        const osvs = withdraw ? given.osv.map((each) => ({ ...each, withdrawn: true })) : given.osv;
        const facts = factsWith({ ...given, osv: osvs, cveList: reject ? cveList(rated, 'REJECTED') : null });
        const { canonical, agentHints } = reconcileCve(facts, CURRENT);
        if (canonical.availability !== 'rejected' && canonical.availability !== 'withdrawn') return;

        expect(agentHints.recommendedActions.map(({ action }) => action)).toEqual(['do_not_remediate']);
        expect(agentHints.knownFixedVersions).toEqual([]);
        expect(agentHints.safeForAutomation).toBe(false);
        expect(canonical.affectedPackages).toEqual([]);
        expect(canonical.severity).toBeNull();
      }),
    );
  });

  it('never tells a program to act alone where a person has to look', () => {
    const given = fc.record({
      cveList: fc.constantFrom(null, cveList(rated), cveList({ ...rated, tags: ['disputed'] }), cveList()),
      osv: fc.subarray([osv('GHSA-a'), osv('GO-1', [{ introduced: '0' }, { fixed: '1.4.0' }]), osv('BIT-x-1')]),
      nvd: fc.constantFrom(null, nvd(), nvd({ vulnStatus: 'Rejected' })),
    });
    fc.assert(
      fc.property(given, (each) => {
        const found = hints(each);
        const looks = found.recommendedActions.some(({ action }) => action === 'triage_manually');

        expect(looks).toBe(found.needsTriage);
        expect(looks && found.safeForAutomation).toBe(false);
        expect(found.notSafeReasons).toHaveLength(found.notSafeBecause.length);
      }),
    );
  });

  it('uses the words of the interface alone', () => {
    const given = [sound, { announced: true }, { kev: KEV }, { idService: 'reserved' as const }];

    const actions = given.flatMap((each) => hints(each).recommendedActions.map(({ action }) => action));

    expect(actions.every((action) => ACTIONS.includes(action))).toBe(true);
  });
});
