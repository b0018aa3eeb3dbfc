import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { lineNumber, splitLines } from './lines.ts';
import { vcsQualifiers } from './origin.ts';
import { LockfileProblem, quoted } from './problem.ts';

export const mixLock = defineLockfile({
  kind: 'mix.lock',
  manifests: ['mix.exs'],
  read: readMixLock,
  page: {
    forms: '',
    direct: 'null: the requirements are in mix.exs',
    dev: 'null',
    place: 'line',
    skipped: 'dependencies that are neither from Hex nor from a Git repository',
  },
});

/** mix.lock of Elixir, a package a line: `"jason": {:hex, :jason, "1.4.0", …},` or `"a": {:git, "https://…", "revision", []},`. */
function readMixLock(text: string, collection: Collection): null {
  if (!text.trimStart().startsWith('%{'))
    throw new LockfileProblem('The file does not begin with "%{": it is no mix.lock.');
  for (const { text: line, number } of splitLines(text)) {
    const body = line.trim();
    if (body === '' || body === '%{' || body === '}') continue;
    const place = lineNumber(number);
    const [, key = '', manager = '', first = '', second = ''] = ENTRY.exec(body) ?? [];
    if (key === '') collection.skip(place, null, `the line is no entry of a mix.lock: ${quoted(body)}`);
    else if (manager === 'hex')
      collection.add({ type: 'hex', name: first, version: second, direct: null, dev: null, place });
    else if (manager === 'git') {
      const qualifiers = vcsQualifiers(first, second);
      collection.add({ type: 'hex', name: key, version: null, qualifiers, direct: null, dev: null, place });
    } else collection.skip(place, key, `a dependency that ${quoted(manager)} fetches`);
  }
  return null;
}

/** The key, what fetches it, and its first two values; an atom such as `:jason` or a text. */
const ENTRY = /^(?:%\{)?"([^"]{1,1000})": ?\{:(\w{1,20}), (?::|:?")([^",]{1,6000})"?, "([^"]{1,6000})"/;
