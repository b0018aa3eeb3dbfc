import { getSources } from '@almanac/contract';
import { REQUIRED_SOURCES } from '@almanac/core/matching';
import { sourceStatus } from '../../../app/sources/source-status.ts';
import { route } from '../../route.ts';

export const sources = route(getSources, async ({ databases, now }) => ({
  data: {
    sources: await databases.readWithFallback((db) => sourceStatus(db, new Date(now()))),
    required: REQUIRED_SOURCES.map(({ id, subject, sources: required }) => ({ id, subject, sources: [...required] })),
  },
}));
