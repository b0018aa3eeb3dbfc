import { getFreshness, instantOf } from '@almanac/contract';
import { readStatements } from '../../../app/freshness/read-statements.ts';
import { route } from '../../route.ts';

export const freshness = route(getFreshness, async ({ databases }, { query: { before, limit } }) => ({
  data: await databases.readWithFallback((db) =>
    readStatements(db, before === undefined ? null : instantOf(before), limit),
  ),
}));
