import { getSources } from '@almanac/contract';
import { sourceStatus } from '../../../queries/source-status.ts';
import { route } from '../../route.ts';

export const sources = route(getSources, async ({ databases, now }) => ({
  data: { sources: await databases.readWithFallback((db) => sourceStatus(db, new Date(now()))) },
}));
