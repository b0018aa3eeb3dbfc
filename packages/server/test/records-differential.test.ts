import { expect, it } from 'vitest';
import { hasCorpus } from '../../../test/corpus.ts';
import { corpusDocuments, differencesOf } from './records-differential.ts';
import { KINDS } from './records-kinds.ts';

/** Every so manieth record; the whole by `RECORDS_STEP=1`. */
const STEP = Number(process.env['RECORDS_STEP'] ?? 20);

it.skipIf(!hasCorpus)('old and new readers differ only in kinds that were decided', { timeout: 600_000 }, () => {
  const counts = new Map<string, number>();
  const unknown: string[] = [];
  let total = 0;
  for (const document of corpusDocuments(STEP)) {
    total += 1;
    for (const difference of differencesOf(document)) {
      const kind = KINDS.find(({ holds }) => holds(difference, document))?.kind;
      const what = `${kind ?? 'UNKNOWN'} (${document.source} ${difference.where})`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
      if (kind === undefined && unknown.length < 40)
        unknown.push(
          `${document.key} ${difference.where} ${JSON.stringify(difference.old).slice(0, 300)} -> ${JSON.stringify(difference.now)?.slice(0, 300)}`,
        );
    }
  }

  console.log([`${total} records`, ...[...counts].sort().map(([what, times]) => `${times} × ${what}`)].join('\n'));
  expect(unknown).toEqual([]);
});
