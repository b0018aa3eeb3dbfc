import type { SourceId } from '@almanac/contract';
import { RECORD_SOURCES } from '@almanac/core/records';
import { COLLECTION, channelOf, ecosystemOfPartition, RISK } from '@almanac/core/snapshots';

/** The name of a vulnerability may be the one that KEV gives it. */
const OF_RECORDS: readonly SourceId[] = [...RECORD_SOURCES, 'kev'];
const OF_COLLECTION: readonly SourceId[] = [...OF_RECORDS, 'packages', 'nixpkgs'];

/** The sources that partitions are made from, those included that may not be passed on: what they say decides what else is read. */
export function getInputs(partition: string): readonly SourceId[] {
  if (channelOf(partition) !== null) return ['packages'];
  if (partition === RISK) return ['kev', 'epss'];
  if (ecosystemOfPartition(partition) !== null) return OF_RECORDS;
  if (partition === COLLECTION) return OF_COLLECTION;
  throw new Error(`nobody knows what ${partition} is made from`);
}
