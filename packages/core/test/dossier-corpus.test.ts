import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../test/corpus.ts';
import { compareText } from '../src/ids/order.ts';
import { corpusFacts } from './dossier-facts.ts';
import { runDossiers } from './dossier-run.ts';

describe.skipIf(!hasCorpus)('the dossiers of a hundredth of the corpus', () => {
  it('come out whole, one for every CVE', { timeout: 120_000 }, async () => {
    const facts = await corpusFacts((id) => id.endsWith('07'));

    const { counts, faults, largest } = runDossiers(facts);

    console.log(`${facts.length} CVEs, largest answer ${largest} characters`);
    console.log(
      [...counts]
        .toSorted(([a], [b]) => compareText(a, b))
        .map(([what, times]) => `  ${times} × ${what}`)
        .join('\n'),
    );
    expect(facts.length).toBeGreaterThan(500);
    expect(faults).toEqual([]);
  });
});
