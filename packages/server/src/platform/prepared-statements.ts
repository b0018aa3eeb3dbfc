import { createHash } from 'node:crypto';

/** Each connection keeps the plans of the statements it received. */
const MOST_PREPARED = 200;

/**
 * Returns the name under which connections keep a statement's plan, or null to plan it each time. Only reads are named,
 * because the API rarely writes. The comment `planned each time` opts out, for statements whose best plan depends on
 * the values. Texts beyond the limit stay unnamed: some code must be building SQL from input.
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
