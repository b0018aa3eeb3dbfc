/** A regular expression literal in a source file. */
export interface RegExpLiteral {
  readonly source: string;
  readonly flags: string;
  readonly line: number;
}

/**
 * Finds the regular expression literals of TypeScript source.
 *
 * A scanner, not a parser: it knows strings, templates, comments and literals, and tells a division from a literal by what
 * stands before the slash. That is enough for formatted code, and the test of this scanner holds it to that.
 */
export function findRegExpLiterals(code: string): RegExpLiteral[] {
  const found: RegExpLiteral[] = [];
  const braces: ('template' | 'block')[] = [];
  let line = 1;
  let before = '';
  // The line that says what runs a file is no code.
  let at = code.startsWith('#!') ? endOr(code, code.indexOf('\n')) : 0;

  const skipTo = (end: number): void => {
    for (; at < end; at += 1) if (code[at] === '\n') line += 1;
  };

  while (at < code.length) {
    const character = code[at] ?? '';
    const next = code[at + 1] ?? '';
    if (character === '/' && next === '/') skipTo(endOr(code, code.indexOf('\n', at)));
    else if (character === '/' && next === '*') skipTo(endOr(code, code.indexOf('*/', at + 2)) + 2);
    else if (character === "'" || character === '"') {
      skipTo(endOfString(code, at, character));
      before = 'string';
    } else if (character === '`' || (character === '}' && braces.at(-1) === 'template')) {
      if (character === '}') braces.pop();
      const end = endOfTemplateText(code, at + 1);
      if (code[end - 1] === '{') braces.push('template');
      before = code[end - 1] === '{' ? '{' : 'string';
      skipTo(end);
    } else if (character === '/' && beginsLiteral(before)) {
      const end = endOfLiteral(code, at);
      const flags = /^[a-z]*/.exec(code.slice(end, end + 8))?.[0] ?? '';
      found.push({ source: code.slice(at + 1, end - 1), flags, line });
      skipTo(end + flags.length);
      before = 'literal';
    } else {
      if (character === '{') braces.push('block');
      if (character === '}') braces.pop();
      const word = /^[A-Za-z0-9_$]+/.exec(code.slice(at, at + 64))?.[0] ?? '';
      if (word !== '') before = word;
      else if (character.trim() !== '') before = character;
      skipTo(at + Math.max(word.length, 1));
    }
  }
  return found;
}

/** After an operator, a bracket or one of these words an expression begins; after a name, a number or `)` it is a division. */
function beginsLiteral(before: string): boolean {
  return (
    before === '' ||
    '([{,;=:?!&|+-*%<>~^}'.includes(before) ||
    ['return', 'typeof', 'case', 'in', 'of', 'yield', 'await', 'else'].includes(before)
  );
}

function endOfString(code: string, from: number, quote: string): number {
  for (let at = from + 1; at < code.length; at += 1) {
    if (code[at] === '\\') at += 1;
    else if (code[at] === quote || code[at] === '\n') return at + 1;
  }
  return code.length;
}

/** The end of a template, or of its text up to and with the `${` of an expression. */
function endOfTemplateText(code: string, from: number): number {
  for (let at = from; at < code.length; at += 1) {
    if (code[at] === '\\') at += 1;
    else if (code[at] === '`') return at + 1;
    else if (code[at] === '$' && code[at + 1] === '{') return at + 2;
  }
  return code.length;
}

function endOfLiteral(code: string, from: number): number {
  let inClass = false;
  for (let at = from + 1; at < code.length; at += 1) {
    const character = code[at];
    if (character === '\\') at += 1;
    else if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    else if (character === '/' && !inClass) return at + 1;
  }
  return code.length;
}

function endOr(code: string, end: number): number {
  return end === -1 ? code.length : end;
}
