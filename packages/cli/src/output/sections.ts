import type { Session } from '../session.ts';
import { plain } from './plain-text.ts';
import { wrapped } from './width.ts';

/** Wraps untrusted text as a paragraph. */
export function paragraph({ width }: Session, text: string): string[] {
  return wrapped(plain(text), width ?? 120);
}

/** Wraps it as a list item. */
export function bullet(session: Pick<Session, 'width'>, text: string): string[] {
  return indented(session, text).map((line, i) => (i === 0 ? `-${line.slice(1)}` : line));
}

/** Wraps it below the previous line. */
export function indented({ width }: Pick<Session, 'width'>, text: string): string[] {
  return wrapped(plain(text), (width ?? 120) - 2).map((line) => `  ${line}`);
}

/** Aligns `name  value` lines, leaving out those without a value. */
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
