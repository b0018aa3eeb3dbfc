import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Counts how much there is to read, and how it reads. `--check` compares the figures with `ceilings.json`: a change that
 * raises one edits that file, and its commit message says why. `--list <figure>` prints what a figure counts.
 */

const IRREGULAR =
  'asked begun born bound bought broken brought built caught chosen come cut done drawn driven fallen felt forgotten found frozen given gone grown heard held hidden kept known laid left lent lost made meant met overdue paid put read said seen sent set shown shut sold spent spoken spread stood stolen stuck sworn taken taught thought thrown told torn understood won worn written';
/** Words in -ed that are not participles, and states of records that the formats name so. */
const NOT_PARTICIPLES = new Set(
  'embed exceed feed hundred need proceed red seed shed speed succeed unaffected affected closed disclosed disputed exploited fixed modified opened patched published rejected reserved updated withdrawn'.split(
    ' ',
  ),
);
const IRREGULARS = new Set(
  IRREGULAR.split(' ').filter((word) => !['set', 'read', 'put', 'cut', 'left', 'bound'].includes(word)),
);
const BANNED_OPENING = /^(?:Of|What|That|By|The same)\b/;

interface Comment {
  readonly text: string;
  readonly line: number;
}

/** Splits TypeScript into comments and code; the code keeps its lines, and strings become empty. */
function splitSource(source: string): { comments: Comment[]; code: string } {
  const comments: Comment[] = [];
  const token =
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|(?<=[(,=:[!&|?{};+]\s*|return\s+|=>\s*|^\s*)\/(?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/gm;
  const code = source.replace(token, (text, offset: number) => {
    const isComment = text.startsWith('//') || text.startsWith('/*');
    const body = text
      .replace(/^\/\*+|\*+\/$|^\/\//g, '')
      .replace(/^\s*\* ?/gm, '')
      .trim();
    if (isComment) comments.push({ text: body, line: source.slice(0, offset).split('\n').length });
    return text.replace(/[^\n]/g, isComment ? ' ' : '');
  });
  return { comments: joinLineComments(comments, source), code };
}

/** A comment of several `//` lines is one comment. */
function joinLineComments(comments: readonly Comment[], source: string): Comment[] {
  const lines = source.split('\n');
  const joined: (Comment & { last: number })[] = [];
  for (const { text, line } of comments) {
    const previous = joined.at(-1);
    const follows =
      previous?.last === line - 1 && [line, line - 1].every((at) => lines[at - 1]?.trim().startsWith('//'));
    if (previous !== undefined && follows)
      joined[joined.length - 1] = { ...previous, text: `${previous.text} ${text}`, last: line };
    else joined.push({ text, line, last: line + text.split('\n').length - 1 });
  }
  return joined;
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /\w/.test(word)).length;
}

function isParticiple(name: string): boolean {
  return IRREGULARS.has(name) || (/^[a-z]{2,}ed$/.test(name) && !NOT_PARTICIPLES.has(name));
}

const FUNCTION =
  /\bfunction\*?\s+([\w$]+)|\b(?:const|let)\s+([\w$]+)\s*(?::[^=\n]+)?=\s*(?:async\s*)?(?:\([^()]*\)|[\w$]+)(?:\s*:[^=\n]+)?\s*=>/g;
const EXPORT =
  /^export\s+(?:declare\s+)?(?:async\s+)?(?:abstract\s+)?(?:const|let|function\*?|class|interface|type)\s+([\w$]+)/gm;
/** Bindings, parameters and functions. Properties do not count: many are fields of a format. */
const DECLARED =
  /\b(?:const|let|function\*?)\s+([a-z]+)\b|(?<=[(,]\s*)([a-z]+)\??:\s|\b(?:const|let)\s*[{[]([^=]*?)[}\]]\s*=|(?<=[(,]\s*)([a-z]+)(?=(?:,\s*[\w$]+)*\)\s*=>)/g;

function* getDeclared(code: string): Generator<string> {
  for (const [, binding, parameter, pattern, argument] of code.matchAll(DECLARED)) {
    const names = pattern?.split(',').map((part) => part.split(':').at(-1)?.trim().replace(/^\.+/, '') ?? '') ?? [];
    yield* [binding, parameter, argument, ...names].filter((name) => name !== undefined && name !== '') as string[];
  }
}

interface Figures {
  readonly [name: string]: number;
}

interface Report {
  readonly figures: Figures;
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly longest: readonly string[];
}

function count(root: string): Report {
  const lists = new Map<string, string[]>([
    ['ofFunctions', []],
    ['participles', []],
    ['bannedOpenings', []],
    ['longFiles', []],
  ]);
  const lengths: { file: string; lines: number }[] = [];
  let commentWords = 0;
  let exportedNames = 0;
  let functions = 0;
  const files = globSync('packages/*/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', '**/test/**'] }).toSorted();
  for (const file of files) {
    const source = readFileSync(path.join(root, file), 'utf8');
    const { comments, code } = splitSource(source);
    const lines = source.split('\n').length - 1;
    lengths.push({ file, lines });
    if (lines > 350) lists.get('longFiles')?.push(`${file}: ${lines}`);
    for (const { text, line } of comments) {
      commentWords += countWords(text);
      if (BANNED_OPENING.test(text)) lists.get('bannedOpenings')?.push(`${file}:${line}: ${text.split('\n')[0]}`);
    }
    exportedNames += [...code.matchAll(EXPORT)].length;
    for (const [, declared, bound] of code.matchAll(FUNCTION)) {
      functions += 1;
      const name = declared ?? bound ?? '';
      if (/[a-z\d]Of$/.test(name)) lists.get('ofFunctions')?.push(`${file}: ${name}`);
    }
    for (const name of getDeclared(code)) if (isParticiple(name)) lists.get('participles')?.push(`${file}: ${name}`);
  }
  const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })];
  const docsWords = pages.reduce((sum, page) => sum + countWords(readFileSync(path.join(root, page), 'utf8')), 0);
  const sorted = lengths.toSorted((a, b) => b.lines - a.lines);
  const lines = sorted.reduce((sum, each) => sum + each.lines, 0);
  const getLength = (name: string) => lists.get(name)?.length ?? 0;
  const figures = {
    lines,
    files: files.length,
    medianLength: sorted[Math.floor(sorted.length / 2)]?.lines ?? 0,
    meanLength: Math.round(lines / files.length),
    commentWords,
    docsWords,
    docsPages: pages.length,
    exportedNames,
    functions,
    ofFunctions: getLength('ofFunctions'),
    participlesPer1000Lines: Math.round((getLength('participles') / lines) * 10_000) / 10,
    bannedOpenings: getLength('bannedOpenings'),
    longFiles: getLength('longFiles'),
    longestFile: sorted[0]?.lines ?? 0,
  };
  return { figures, lists, longest: sorted.slice(0, 5).map(({ file, lines: length }) => `${length} ${file}`) };
}

const root = path.resolve(import.meta.dirname, '..');
const { figures, lists, longest } = count(root);
const listed = process.argv.indexOf('--list');
if (listed > 0) {
  for (const line of lists.get(process.argv[listed + 1] ?? '') ?? []) console.log(line);
} else if (process.argv.includes('--check')) {
  const ceilings: Figures = JSON.parse(readFileSync(path.join(import.meta.dirname, 'ceilings.json'), 'utf8'));
  for (const [name, ceiling] of Object.entries(ceilings)) {
    const figure = figures[name] ?? Number.NaN;
    if (figure <= ceiling) continue;
    process.exitCode = 1;
    console.error(
      `${name}: ${figure}, ceiling ${ceiling}. Reduce it, or raise the ceiling in scripts/ceilings.json and say why.`,
    );
  }
} else {
  for (const [name, figure] of Object.entries(figures)) console.log(`${name.padEnd(24)}${figure.toLocaleString('en')}`);
  console.log(`\n${longest.join('\n')}`);
}
