import type { SearchResult } from '@almanac/contract';
import type { SearchRowFacts } from '../../queries/search-rows.ts';
import type { Highlighter } from './highlights.ts';
import { snippetOf } from './snippet.ts';

/** A row as it goes out. What was withdrawn has no severity any more: a list would be read as if it had. */
export function resultOf(facts: SearchRowFacts, match: SearchResult['match'], highlight: Highlighter): SearchResult {
  const { key, aliases, sources, kev, withdrawn, severity, score, published, modified, epss, percentile } = facts;
  const { title, prose } = facts;
  const snippet = snippetOf(prose, prose === null ? [] : highlight(prose));
  return {
    id: key,
    aliases: [...aliases],
    title,
    snippet: snippet.text,
    highlights: { title: title === null ? [] : highlight(title), snippet: snippet.ranges },
    severity: withdrawn || severity === 'none' ? null : severity,
    score: withdrawn ? null : score,
    epss: epss === null || percentile === null ? null : { epss, percentile },
    kev,
    published: published?.toISOString() ?? null,
    modified: modified?.toISOString() ?? null,
    withdrawn,
    sources: [...sources],
    match,
  };
}
