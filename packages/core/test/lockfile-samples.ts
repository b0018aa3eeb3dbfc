import { globSync } from 'node:fs';
import path from 'node:path';
import { LOCKFILE_KINDS } from '../src/lockfiles/kinds.ts';
import type { LockfileCases } from './lockfile-cases.ts';

const folder = path.join(import.meta.dirname, 'lockfiles');
const modules = await Promise.all(
  globSync('*.ts', { cwd: folder }).map(
    async (file) => (await import(path.join(folder, file))) as { readonly cases: LockfileCases },
  ),
);

/** The cases of every kind, as they are in `lockfiles/*.ts` beside this file, in the order of the kinds. */
export const CASES: readonly LockfileCases[] = LOCKFILE_KINDS.map((kind) => {
  const found = modules.find(({ cases }) => cases.kind === kind);
  if (found === undefined) throw new Error(`${kind} has no cases: add packages/core/test/lockfiles/<kind>.ts`);
  return found.cases;
});

/** A kind, and a file of it with so many entries. */
export interface Sample {
  readonly kind: string;
  readonly make: (entries: number) => string;
}

/** One small file of each kind and form, of any number of entries. */
export const SAMPLES: readonly Sample[] = CASES.flatMap(({ kind, forms }) => forms.map((make) => ({ kind, make })));
