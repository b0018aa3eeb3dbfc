import { createHash } from 'node:crypto';

/** Statements that one process prepares; each connection keeps the plans of those that it was asked. */
const MOST_PREPARED = 200;

/**
 * The name under which a connection keeps the plan of a statement, by its text; null: it is planned each time. Reads alone have names:
 * what the api writes is rare. A statement for which the best plan depends on the values says so by the comment `planned each time`.
 * Beyond the limit a text has no name: something has built its text from what a caller sent.
 */
export function preparedNames(most = MOST_PREPARED): (text: string) => string | null {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= most || !READ.test(text) || text.includes(EACH_TIME)) return null;
    const name = `almanac_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
    names.set(text, name);
    return name;
  };
}

const READ = /^\s*(?:select|with)\b/i;
const EACH_TIME = '/* planned each time */';
