import type { FoundAssertion, RecordFact, TrackedIssue } from '../matching/facts.ts';
import type { Subject } from '../ranges/model.ts';
import type { Shard } from './shard.ts';

/** The partition that has what records and the tracker say of the collection's packages, whatever the channel. */
export const COLLECTION = 'collection';

/** A statement, and the package or product under which it is stored. */
export interface FiledStatement {
  readonly subject: Subject;
  readonly found: FoundAssertion;
}

/** What concerns one attribute; one that nothing concerns is not in the shard. */
export interface CollectionAttribute {
  readonly attribute: string;
  /** Packages and products of records that may be this one. */
  readonly subjects: readonly Subject[];
  /** Issues that may name it. */
  readonly issues: readonly TrackedIssue[];
  /** Nothing was left out. */
  readonly complete: boolean;
}

/** One place of the collection: all that judging needs of the families that are filed there, but what the channels carry. */
export interface CollectionShard
  extends Pick<Shard, 'partition' | 'bits' | 'prefix' | 'groups' | 'covers' | 'summaries'> {
  readonly attributes: readonly CollectionAttribute[];
  /** About the subjects, and what the records of CVEs of the issues, and of records without bounds, say of any product. */
  readonly statements: readonly FiledStatement[];
  /** What records say besides packages. Titles and severities are in the summaries. */
  readonly records: readonly RecordFact[];
  /** Names that issues give, and that are attributes of the collection. */
  readonly known: ReadonlySet<string>;
  /** Base ecosystems of which the statements are in their own partition alone, since their licence wants them apart. */
  readonly apart: readonly string[];
}

export const COLLECTION_FORMAT = 'almanac-collection/1';

/** Numbers of a row of a statement: its subject, then as in every row from the source on. */
export const STATEMENT_ROW = 6;

export function filedUnder({ ecosystem, vendor, name }: Subject): string {
  return JSON.stringify([ecosystem, vendor, name]);
}
