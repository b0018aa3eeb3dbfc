import type { SourceId } from '@almanac/contract';
import { z } from 'zod';
import type { Canary } from './canaries.ts';
import type { ChannelName, SourceInfo } from './source.ts';

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The setting of every source that asks GitHub's API. */
export const githubSettings = {
  GITHUB_TOKEN: z.string().optional().describe('A token without rights: 5,000 requests an hour in place of 60.'),
};

/** When one channel is read. */
export interface Schedule {
  readonly channel: ChannelName;
  /** In UTC. Off the full hour, when everybody else asks. */
  readonly match: string;
  /** Missed runs younger than this are made up for. */
  readonly catchUpMinutes: number;
}

/** All that is known of a source without reading it: no schema of its records and no reader, so that every process may load it. */
export interface SourceFacts<Id extends SourceId = SourceId> {
  readonly id: Id;
  /** In the table `source`: the place in `SOURCE_IDS`. */
  readonly number: number;
  readonly info: Omit<SourceInfo, 'id'>;
  /** The environment variables that say where it is read from; several sources may share one. */
  readonly settings: z.ZodRawShape;
  /** Configures the reader. Undefined disables the source. */
  readonly address: (settings: never) => unknown;
  /** Why it is not read where it has no address. */
  readonly notReadBecause?: string;
  /** Explains what is not read at this address; null if everything is. */
  readonly readInPartBecause?: (address: never) => string | null;
  /** It is read only where a deployment says from where: until it has been, it is disabled. */
  readonly optional?: true;
  readonly schedule: readonly Schedule[];
  /** Canaries of the real upstream. A deployment with substitutes configures its own. */
  readonly canaries: readonly Canary[];
  /** Where people read a record, by its key, which is fit for a path. */
  readonly recordUrl?: (key: string) => string;
}

interface SourceDefinition<Id extends SourceId, Settings extends z.ZodRawShape, Address> extends SourceFacts<Id> {
  readonly settings: Settings;
  readonly address: (settings: z.output<z.ZodObject<Settings>>) => Address;
  readonly readInPartBecause?: (address: NoInfer<Address>) => string | null;
}

export function defineSource<const Id extends SourceId, Settings extends z.ZodRawShape, Address>(
  definition: SourceDefinition<Id, Settings, Address>,
): SourceDefinition<Id, Settings, Address> {
  return definition;
}
