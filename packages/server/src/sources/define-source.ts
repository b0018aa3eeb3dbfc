import type { SourceId } from '@almanac/contract';
import { z } from 'zod';
import type { Canary } from './canaries.ts';
import type { ChannelName, SourceInfo } from './source.ts';

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Shared by all sources that use GitHub's API. */
export const githubSettings = {
  GITHUB_TOKEN: z.string().optional().describe('A token without rights: 5,000 requests an hour in place of 60.'),
};

export interface Schedule {
  readonly channel: ChannelName;
  /** In UTC. Off the full hour, when everybody else asks. */
  readonly match: string;
  /** Missed runs younger than this are made up for. */
  readonly catchUpMinutes: number;
}

/** A source's static facts, without schema or reader, so that every process can load them. */
export interface SourceFacts<Id extends SourceId = SourceId> {
  readonly id: Id;
  /** The id in the table `source`: the index in `SOURCE_IDS`. */
  readonly number: number;
  readonly info: Omit<SourceInfo, 'id'>;
  readonly settings: z.ZodRawShape;
  /** Configures the reader. Undefined disables the source. */
  readonly address: (settings: never) => unknown;
  /** Shown if there is no address. */
  readonly notReadBecause?: string;
  /** Explains what is not read at this address; null if everything is. */
  readonly readInPartBecause?: (address: never) => string | null;
  /** Disabled until a deployment configures an address. */
  readonly optional?: true;
  readonly schedule: readonly Schedule[];
  /** Canaries of the real upstream. A deployment with substitutes configures its own. */
  readonly canaries: readonly Canary[];
  /** The record's page for people. The key is safe in a path. */
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
