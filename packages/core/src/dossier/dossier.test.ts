import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CRITICAL, cveList, document, factsWith, metric, osv } from '../../test/dossier-records.ts';
import { assessmentOf } from './assessment.ts';
import { reconcileCve } from './dossier.ts';
import { exploitSignals } from './exploit-signals.ts';
import { lifecycleOf } from './lifecycle.ts';
import { advisoryMember, osvMember } from './lookup-members.ts';
import { primaryOf } from './primary.ts';

/** JSON in which the names that readers look for turn up, with values of any type. */
const NAMES =
  'cve cveMetadata state containers cna adp affected versions version lessThan status metrics cvssV3_1 vectorString baseScore other type content options descriptions value lang references url tags problemTypes cweId package ecosystem name ranges events introduced fixed severity score ghsa_id vulnerabilities vulnerable_version_range first_patched_version withdrawn database_specific configurations nodes cpeMatch criteria weaknesses description vulnStatus replacedBy __proto__'.split(
    ' ',
  );
const { upstream } = fc.letrec((tie) => ({
  upstream: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.constantFrom<unknown>(
      null,
      true,
      7,
      -1,
      '',
      '0',
      '1.0',
      'affected',
      'npm',
      'ssvc',
      CRITICAL,
      'https://x',
      '\ud800',
      'CVE-1',
    ),
    fc.array(tie('upstream'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('upstream'), { maxKeys: 6 }),
  ),
}));

describe('reconcileCve', () => {
  it('never throws and always gives well-formed JSON, whatever the sources send', () => {
    fc.assert(
      fc.property(upstream, upstream, upstream, upstream, (list, nvd, other, advisory) => {
        const facts = factsWith({
          cveList: document('cve_list_v5', 'CVE-2099-0001', list),
          nvd: document('nvd', 'CVE-2099-0001', nvd),
          osv: [document('osv', 'GHSA-a', other)],
          advisories: [document('advisory', 'GHSA-a', advisory)],
        });

        const { evidence, ...dossier } = reconcileCve(facts, []);
        const served = JSON.stringify([
          dossier,
          primaryOf(facts),
          osvMember(evidence.chosen.osv.chosen),
          advisoryMember(evidence.chosen.advisory.chosen),
          lifecycleOf(evidence),
          exploitSignals(evidence),
          assessmentOf({ evidence, ...dossier }),
        ]);

        expect(JSON.parse(served)).toBeInstanceOf(Array);
        expect(served).not.toContain('\\ud800');
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same for the same facts, and does not change them', () => {
    const facts = factsWith({
      cveList: cveList({ metrics: [metric(CRITICAL, 9.8)] }),
      osv: [osv('GO-1'), osv('GHSA-a')],
    });
    const before = JSON.stringify(facts);

    const [first, second] = [reconcileCve(facts, []), reconcileCve(facts, [])];

    expect(first.canonical).toEqual(second.canonical);
    expect(JSON.stringify(facts)).toBe(before);
  });
});
