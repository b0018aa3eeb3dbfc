import { expect, it } from 'vitest';
import { PROJECTIONS } from '../store/projections/index.ts';
import { COMPARED_TABLES } from './evidence-projections.ts';

it('compares every table of a projection with evidence', () => {
  const tables = PROJECTIONS.flatMap((projection) => projection.tables);

  expect(tables.filter((table) => !COMPARED_TABLES.has(table))).toEqual([]);
});
