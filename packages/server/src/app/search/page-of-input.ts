import type { SearchInput } from '@almanac/core/search';
import { groupsOfIds } from '../../queries/search-ids.ts';
import { trackerIssues } from '../../queries/tracker-issues.ts';
import type { Db } from '../../store/database.ts';

/** The page of the one thing that was typed; null where there is none, or where there are several. */
export async function pageOfInput(db: Db, input: SearchInput): Promise<string | null> {
  switch (input.kind) {
    case 'cve':
      return `/${input.id}`;
    case 'advisory': {
      const [only, ...others] = await groupsOfIds(db, [...new Set([input.id, input.id.toUpperCase()])]);
      return only?.startsWith('CVE-') === true && others.length === 0 ? `/${only}` : null;
    }
    case 'weakness':
      return `/search?cwe=${input.id}`;
    case 'issue': {
      const found = await trackerIssues(db, { number: input.number });
      return found.length === 0 ? null : `/issues/${input.number}`;
    }
    case 'package': {
      const version = input.version === null ? '' : `?version=${encodeURIComponent(input.version)}`;
      return `/package/${encodeURIComponent(input.name)}${version}`;
    }
    case 'empty':
    case 'words':
      return null;
    default:
      return input satisfies never;
  }
}
