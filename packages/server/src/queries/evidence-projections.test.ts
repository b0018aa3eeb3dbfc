import { expect, it } from 'vitest';
import { PROJECTIONS } from '../store/projections/index.ts';
import { COMPARED_TABLES } from './evidence-projections.ts';

it('compares every table of a projection with evidence', () => {
  const tables = PROJECTIONS.flatMap((projection) => projection.tables);

  const missing = tables.filter((table) => !COMPARED_TABLES.has(table));
  expect(missing, 'add it to REQUIRED or STANDING of evidence-projections.ts').toEqual([]);
});
