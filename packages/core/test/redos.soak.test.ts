import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { complaintsAbout, everyLiteral, isTriviallyLinear, PROVEN_FILE, textOf } from './redos-proof.ts';

/** `REDOS_WRITE=1` writes the list of those that need no second proof. */
const isWritten = process.env['REDOS_WRITE'] === '1';

it('every regular expression of all packages takes time linear in its input', { timeout: 3_600_000 }, () => {
  const literals = everyLiteral();

  const complaints = complaintsAbout(literals);

  console.log(`${literals.length} regular expressions checked`);
  expect(complaints).toEqual([]);
  const proven = literals.filter(({ source }) => !isTriviallyLinear(source)).map(textOf);
  if (isWritten) writeFileSync(PROVEN_FILE, `${[...new Set(proven)].toSorted().join('\n')}\n`);
});
