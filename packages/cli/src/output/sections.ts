import type { Session } from '../session.ts';
import { plain } from './plain-text.ts';
import { wrapped } from './width.ts';

/** A paragraph of somebody's words, in lines of the terminal. */
export function paragraph({ width }: Session, text: string): string[] {
  return wrapped(plain(text), width ?? 120);
}

/** The same as an item of a list. */
export function bullet(session: Pick<Session, 'width'>, text: string): string[] {
  return indented(session, text).map((line, i) => (i === 0 ? `-${line.slice(1)}` : line));
}

/** The same below the line before it. */
export function indented({ width }: Pick<Session, 'width'>, text: string): string[] {
  return wrapped(plain(text), (width ?? 120) - 2).map((line) => `  ${line}`);
}

/** `name  value` lines, the names in a column; those without a value are left out. */
export function facts(session: Session, entries: readonly (readonly [name: string, value: string | null])[]): string[] {
  const given = entries.filter((entry): entry is readonly [string, string] => entry[1] !== null && entry[1] !== '');
  const column = Math.max(0, ...given.map(([name]) => name.length)) + 2;
  const columns = Math.max(20, (session.width ?? 120) - column);
  return given.flatMap(([name, value]) =>
    wrapped(plain(value), columns).map((line, i) =>
      i === 0 ? `${session.colours.dim(name.padEnd(column))}${line}` : `${' '.repeat(column)}${line}`,
    ),
  );
}
