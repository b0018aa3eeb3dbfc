import { getSearch } from '@almanac/contract';
import { percent } from '@almanac/core/scores';
import { UsageError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { paintOf } from '../output/colours.ts';
import { paragraph } from '../output/sections.ts';
import { table } from '../output/table.ts';
import { count } from '../output/words.ts';
import { coverageWords } from '../scan/gaps.ts';
import type { Session } from '../session.ts';

export interface SearchOptions {
  readonly severity?: string;
  readonly ecosystem?: string;
  readonly kev?: boolean;
  readonly sort?: string;
  readonly limit?: number;
  readonly page?: number;
}

export async function search(session: Session, words: readonly string[], options: SearchOptions): Promise<ExitCode> {
  const { client, signal, colours, width } = session;
  const { severity, ecosystem, kev, sort, limit, page } = options;
  // The API validates these.
  const q = words.length === 0 ? undefined : words.join(' ');
  if (q === undefined && severity === undefined && ecosystem === undefined && kev === undefined) {
    throw new UsageError('No search terms given.', 'Add words, or use --severity, --ecosystem or --kev.');
  }
  const query = { q, severity, ecosystem, kev: kev === true ? 'true' : undefined, sort, limit, page };
  const input = { query } as Parameters<typeof client.call<typeof getSearch>>[1];
  if (session.json) {
    session.printJson(await client.text(getSearch, { query }, { signal }));
    return EXIT.clean;
  }
  const answer = await client.call(getSearch, input, { signal });
  const { results, total, totalType, corrections, ignored } = answer.data;
  const rows = results.map((found) => [
    { text: found.id },
    { text: found.withdrawn ? 'withdrawn' : (found.severity ?? 'not rated'), paint: paintOf(colours, found.severity) },
    { text: found.kev ? 'exploited' : found.epss === null ? '' : percent(found.epss.epss) },
    { text: found.published?.slice(0, 10) ?? '' },
    { text: found.title ?? found.snippet ?? '' },
  ]);
  const left = total - ((page ?? 1) - 1) * (limit ?? results.length) - results.length;
  const more = left > 0 && results.length > 0 ? `; use --page ${(page ?? 1) + 1} for more` : '';
  session.print(
    ...(rows.length === 0 ? [] : [...table(COLUMNS, rows, width, colours.dim), '']),
    ...corrections.flatMap(({ from, to }) => paragraph(session, `Searched for ${to} instead of ${from}.`)),
    ...(ignored.length === 0 ? [] : paragraph(session, `No results for ${ignored.join(', ')}; ignored.`)),
    `${count(results.length)} of ${totalType === 'at_least' ? 'at least ' : ''}${count(total)} found${more}`,
    ...paragraph(session, coverageWords(answer)),
  );
  return EXIT.clean;
}

const COLUMNS = [
  { head: 'ID' },
  { head: 'Severity' },
  { head: 'EPSS', mayGo: true },
  { head: 'Published', mayGo: true },
  { head: 'Title', least: 10 },
] as const;
