import { SourceId } from '@almanac/contract';
import { z } from 'zod';
import dates from './checked-live.json' with { type: 'json' };

/** When `check-sources` last checked each source against the real upstream. */
export type CheckedLive = Readonly<Partial<Record<SourceId, string>>>;

/** Written by `check-sources --record` and committed. */
export const CHECKED_LIVE: CheckedLive = z.partialRecord(SourceId, z.iso.datetime()).parse(dates);
