import { expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { checkFalseCalm } from './no-false-calm.ts';

it.skipIf(!hasCorpus)(
  'no affected version is called clean, by whatever package URL a tool asks about it',
  async () => {
    const { entries, purls, verdicts, skipped, calm } = await checkFalseCalm(10);

    console.log(
      `${entries} affected entries, ${purls} package URLs`,
      Object.fromEntries(verdicts),
      'not asked:',
      Object.fromEntries(skipped),
    );
    expect(calm).toEqual([]);
    expect(entries).toBeGreaterThan(5_000);
  },
  600_000,
);
