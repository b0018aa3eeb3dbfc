import type { FeedIndex } from '../feed/feed-index.ts';
import type { RecordFeed } from '../feed/record-feed.ts';
import { type Moment, shownValue } from '../feed/shown.ts';
import { memo } from '../frame/memo.ts';
import { affects, namesCommit } from './affects.ts';
import type { OsvKeys } from './keys.ts';
import type { Query } from './query.ts';
import { ANSWERED } from './writing.ts';

export interface Found {
  readonly id: string;
  readonly modified: string;
}

interface Tables {
  readonly byAlias: ReadonlyMap<string, readonly string[]>;
  readonly byName: ReadonlyMap<string, readonly Found[]>;
  readonly withCommits: readonly Found[];
}

/** Uses the current state, because the API does not wait for the export. */
export function lookup(feed: RecordFeed, index: FeedIndex<OsvKeys>) {
  const tables = memo<Tables>(2);
  return { aliasesOf, matches };

  /** Withdrawn records have no aliases. */
  function aliasesOf(id: string, moment: Moment): readonly string[] {
    return tablesAt(moment).byAlias.get(id) ?? [];
  }

  /** Withdrawn records match no query. */
  function matches(query: Query, moment: Moment): readonly Found[] {
    if (query.kind === 'nothing') return [];
    const { byName, withCommits } = tablesAt(moment);
    const candidates = query.kind === 'commit' ? withCommits : (byName.get(query.name) ?? []);
    return candidates.filter(({ id }) => {
      const record = feed.find(id);
      const value = record === null ? null : shownValue(record, moment, ANSWERED);
      if (value === null) return false;
      return query.kind === 'commit' ? namesCommit(value, query.commit) : affects(value, query);
    });
  }

  function tablesAt(moment: Moment): Tables {
    return tables(index.stateKey(moment), () => tablesOf(index, moment));
  }
}

function tablesOf(index: FeedIndex<OsvKeys>, moment: Moment): Tables {
  const byAlias = new Map<string, string[]>();
  const byName = new Map<string, Found[]>();
  const withCommits: Found[] = [];
  for (const { id, keys } of index.rows(moment)) {
    if (keys.withdrawn) continue;
    const found = { id, modified: keys.modified };
    for (const alias of keys.aliases) add(byAlias, alias, id);
    for (const name of new Set(keys.packages.map((each) => each.name))) add(byName, name, found);
    if (keys.directories.includes('GIT')) withCommits.push(found);
  }
  return { byAlias, byName, withCommits };
}

function add<T>(table: Map<string, T[]>, key: string, value: T): void {
  const known = table.get(key);
  if (known === undefined) table.set(key, [value]);
  else known.push(value);
}
