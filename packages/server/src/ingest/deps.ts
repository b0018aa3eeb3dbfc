import type { SourceId } from '@almanac/contract';
import type { Pool } from '../platform/postgres.ts';
import type { Http } from '../sources/source.ts';
import type { Db } from '../store/database.ts';
import type { EndedRun } from '../store/runs.ts';
import type { Feeds } from './feeds.ts';
import type { Log } from './log.ts';

export interface IngestDeps {
  readonly db: Db;
  readonly pool: Pool;
  readonly http: Http;
  readonly log: Log;
  readonly now: () => Date;
  /** Told of every run that ends in this process, however it ends. */
  readonly onRunEnd?: (source: SourceId, ended: EndedRun) => void;
}

export interface TaskDeps extends IngestDeps {
  readonly feeds: Feeds;
  /** Version of the code that builds CVE bodies (`bodyRelease` in app/cve/stored-lookup.ts). */
  readonly release: string;
}
