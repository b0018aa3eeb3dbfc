import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../test/corpus.ts';
import { compareText } from '../src/ids/order.ts';
import { corpusFacts } from './dossier-facts.ts';
import { runDossiers } from './dossier-run.ts';

describe.skipIf(!hasCorpus)('the dossiers of the whole corpus', () => {
  it('come out whole, one for every CVE', async () => {
    const counts = new Map<string, number>();
    const faults: string[] = [];
    let total = 0;
    // In three parts: the whole is a few gigabytes when parsed.
    for (const digits of ['012', '345', '6789']) {
      const facts = await corpusFacts((id) => digits.includes(id.at(-1) ?? ''));
      const run = runDossiers(facts);
      total += facts.length;
      faults.push(...run.faults);
      for (const [what, times] of run.counts) counts.set(what, (counts.get(what) ?? 0) + times);
    }

    const rows = [...counts].toSorted(([a], [b]) => compareText(a, b)).map(([what, times]) => `  ${times} × ${what}`);
    console.log([`${total} CVEs`, ...rows].join('\n'));
    expect(total).toBeGreaterThan(62_000);
    expect(faults).toEqual([]);
  });
});
