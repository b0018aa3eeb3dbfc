import { getSources } from '@almanac/contract';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { paragraph } from '../output/sections.ts';
import { table } from '../output/table.ts';
import { age, count } from '../output/words.ts';
import type { Session } from '../session.ts';

/** States in which answers may be based on old data. */
const DOUBTFUL: ReadonlySet<string> = new Set(['stale', 'unreachable', 'held']);

export async function status(session: Session): Promise<ExitCode> {
  const { client, signal, colours, width, now } = session;
  const text = await client.text(getSources, {}, { signal });
  const { data } = JSON.parse(text) as Awaited<ReturnType<typeof client.call<typeof getSources>>>;
  const doubtful = data.sources.filter(({ state }) => DOUBTFUL.has(state));
  if (session.json) session.printJson(text);
  else {
    const rows = data.sources.map((source) => [
      { text: source.id },
      {
        text: source.state,
        paint: DOUBTFUL.has(source.state) ? colours.red : source.state === 'ok' ? colours.green : undefined,
      },
      { text: age(source.lastCheckedAt, now()) },
      { text: age(source.lastChangedAt, now()) },
      { text: count(source.records) },
      { text: source.licence ?? 'not stated' },
    ]);
    const warnings = data.sources.flatMap(({ id, lastError, warnings: warned, state }) => {
      const troubles = warned.map(({ detail }) => detail);
      if (lastError !== null && state !== 'ok') troubles.unshift(lastError);
      return troubles.map((trouble) => `${id}: ${trouble}`);
    });
    session.print(
      ...table(COLUMNS, rows, width, colours.dim),
      ...(warnings.length === 0 ? [] : ['', ...warnings.flatMap((line) => paragraph(session, line))]),
      ...(doubtful.length === 0 ? [] : ['', ...paragraph(session, doubtWords(doubtful.map(({ id }) => id)))]),
    );
  }
  return doubtful.length > 0 && !session.allowed.has('source_stale') ? EXIT.unknown : EXIT.clean;
}

function doubtWords(ids: readonly string[]): string {
  return `Out of date: ${ids.join(', ')}. Results that use them may be stale.`;
}

const COLUMNS = [
  { head: 'Source' },
  { head: 'State' },
  { head: 'Checked' },
  { head: 'Changed', mayGo: true },
  { head: 'Records', mayGo: true },
  { head: 'Licence', least: 8, mayGo: true },
] as const;
