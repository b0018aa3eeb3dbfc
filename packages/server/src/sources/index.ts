import type { SourceId } from '@almanac/contract';
import { kev } from './kev/index.ts';

/** Every upstream that has a folder here, by its id: the enabled ones. A test holds the list equal to the folders. */
export const sources = { kev } as const satisfies Partial<Record<SourceId, unknown>>;

export const ENABLED_SOURCES: ReadonlySet<SourceId> = new Set(Object.keys(sources) as (keyof typeof sources)[]);
