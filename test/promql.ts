/** A metric that an expression reads, and the labels that it is asked by. */
export interface Reading {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** The metrics of a PromQL expression: names that are neither functions nor words of the language. */
export function readingsOf(expression: string): Reading[] {
  const plain = expression
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\boffset\s+\w+/g, '');
  const grouped = [...plain.matchAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g)].flatMap(([, names]) =>
    listed(names),
  );
  const rest = plain.replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  return [...rest.matchAll(/\b([a-zA-Z_:][\w:]*)\b(?!\s*\()(?:\s*\{([^}]*)\})?/g)]
    .filter(([, name = '']) => !WORDS.has(name))
    .map(([, metric = '', matchers = '']) => ({
      metric,
      labels: [...[...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => String(label)), ...grouped],
    }));
}

const WORDS = new Set([
  'and',
  'or',
  'unless',
  'bool',
  'by',
  'without',
  'on',
  'ignoring',
  'offset',
  'group_left',
  'group_right',
]);

function listed(names = ''): string[] {
  return names.split(',').flatMap((name) => name.trim() || []);
}
