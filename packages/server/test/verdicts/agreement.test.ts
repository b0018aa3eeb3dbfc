import { expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { openAgreementWorld, runAgreement } from '../support/agreement/run.ts';

/**
 * Well-known CVEs: of tracked packages, of several ecosystems, and of distributions. And some about which interfaces have disagreed: an app for
 * another system, a repackaging alone, Python's bindings, a kernel's commits beside its versions, and a rejected CVE that is still published.
 */
const CVES = [
  'CVE-2023-35945',
  'CVE-2023-38545',
  'CVE-2023-44487',
  'CVE-2024-3094',
  'CVE-2024-31392',
  'CVE-2024-31585',
  'CVE-2024-37052',
  'CVE-2024-39698',
  'CVE-2024-40896',
  'CVE-2024-45802',
  'CVE-2024-46981',
  'CVE-2024-47176',
  'CVE-2024-53139',
  'CVE-2024-6119',
  'CVE-2024-6387',
  'CVE-2024-7207',
];

/** The whole is compared by `agreement.soak.test.ts`. */
const SIZE = { collection: 40, ecosystem: 110, cves: 3, share: 10 };

it.skipIf(!hasCorpus)(
  'every interface says the same of a package and version, and no record speaks against what is clean',
  async () => {
    await using world = await openAgreementWorld(CVES, SIZE);

    const { agreement, clean, pairs } = await runAgreement(world, SIZE);

    expect(pairs).toBe(150);
    expect(agreement.differences).toEqual([]);
    expect(clean.faults).toEqual([]);
    expect(clean.notAffected).toBeGreaterThan(20);
    const counts = [...agreement.comparisons.values()];
    expect(counts.every((count) => count > 5)).toBe(true);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(8_000);
  },
  600_000,
);
