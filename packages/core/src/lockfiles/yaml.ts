import { FAILSAFE_SCHEMA, loadAll, realMapTag } from 'js-yaml';
import { countIndent, lineNumber, splitLines } from './lines.ts';
import { LockfileProblem } from './problem.ts';

/** A mapping of YAML; keys keep their order and `__proto__` is one like any other. */
export type YamlMap = ReadonlyMap<unknown, unknown>;

/** Text alone: `1.10` is no number. No tool writes an alias into a lockfile, and without them nothing can grow on reading. */
const OPTIONS = { schema: FAILSAFE_SCHEMA.withTags(realMapTag), maxDepth: 50, maxAliases: 0 };

/** The mappings that the documents of a YAML file consist of. */
export function parseYamlMaps(text: string): readonly YamlMap[] {
  let documents: unknown[];
  try {
    documents = loadAll(text, OPTIONS);
  } catch (cause) {
    const [message = ''] = cause instanceof Error ? cause.message.split('\n') : [];
    throw new LockfileProblem(`The file is not YAML as lockfiles use it: ${message.slice(0, 200)}`, { cause });
  }
  return documents.filter(isMap);
}

/** The entries of a mapping whose keys are text; none for anything else. */
export function mapEntries(value: unknown): [string, unknown][] {
  if (!isMap(value)) return [];
  return [...value].filter((entry): entry is [string, unknown] => typeof entry[0] === 'string');
}

/** A field that is text and not empty. */
export function mapText(value: unknown, field: string): string | null {
  const found = isMap(value) ? value.get(field) : undefined;
  return typeof found === 'string' && found !== '' ? found : null;
}

/** Whether a value is a mapping. */
export function isMap(value: unknown): value is YamlMap {
  return value instanceof Map;
}

/**
 * Where the keys of a mapping stand, in their order: the lines of this indentation below the line `section:`, or in the whole file.
 * The parser does not tell; where the count differs from the keys' the answer is null.
 */
export function linesOfKeys(text: string, section: string | null, indent: number, keys: number): string[] | null {
  const places: string[] = [];
  let inside = section === null;
  for (const { text: line, number } of splitLines(text)) {
    const first = line[indent];
    if (section !== null && line[0] !== ' ' && line !== '') inside = line === `${section}:`;
    // A key over 1,024 characters has a question mark before it and the colon on a line of its own.
    else if (inside && countIndent(line) === indent && first !== undefined && first !== '#' && first !== ':') {
      places.push(lineNumber(number));
    }
  }
  return places.length === keys ? places : null;
}
