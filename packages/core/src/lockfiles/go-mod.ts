import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { type Line, lineNumber, linesOf } from './lines.ts';
import { LockfileProblem, quoted } from './problem.ts';

export const goMod = defineLockfile({
  kind: 'go.mod',
  read: readGoMod,
  page: {
    forms: '',
    direct: 'modules without the comment `// indirect`',
    dev: 'null',
    place: 'line',
    skipped: 'modules replaced by a folder; the standard library',
  },
});

interface Required {
  readonly name: string;
  readonly version: string;
  readonly direct: boolean;
  readonly line: number;
}

/**
 * go.mod: https://go.dev/ref/mod#go-mod-file. Versions are exact: the least that the build may choose, and from Go 1.17 on those of all
 * modules that the packages of the module need. Before, what dependencies need is in none of its lines.
 */
function readGoMod(text: string, collection: Collection): null {
  const required: Required[] = [];
  const replaced = new Map<string, readonly string[]>();
  let module: string | null = null;
  let go: string | null = null;
  for (const { verb, words, comment, number } of directivesOf(text)) {
    const [name = '', version = ''] = words;
    if (verb === 'module') module = name;
    else if (verb === 'go') go = name;
    else if (verb === 'require') {
      if (words.length === 2) required.push({ name, version, direct: !isIndirect(comment), line: number });
      else collection.skip(lineNumber(number), name, 'the line is not "module version"');
    } else if (verb === 'replace') readReplacement(words, replaced);
  }
  if (module === null) throw new LockfileProblem('Not a go.mod file: the line "module" is missing.');
  for (const each of required) addModule(each, replaced, collection);
  if (go === null || isBefore117(go)) collection.skip('go.mod', null, BEFORE_117);
  collection.skip('go.mod', 'the standard library', STANDARD_LIBRARY);
  return null;
}

const BEFORE_117 = 'not checked: transitive dependencies, which go.mod lists only from Go 1.17; pass go.sum';
const STANDARD_LIBRARY = 'not checked: go.mod names the minimum Go version, not the one used to build';

function addModule(
  { name, version, direct, line }: Required,
  replaced: ReadonlyMap<string, readonly string[]>,
  collection: Collection,
): void {
  const place = lineNumber(line);
  const instead = replaced.get(`${name} ${version}`) ?? replaced.get(name);
  if (instead === undefined) return collection.add({ type: 'golang', name, version, direct, dev: null, place });
  const [other = '', otherVersion] = instead;
  if (otherVersion === undefined) return collection.skip(place, name, `replaced by the folder ${quoted(other)}`);
  collection.add({ type: 'golang', name: other, version: otherVersion, direct, dev: null, place });
}

/** `old [version] => new [version]` */
function readReplacement(words: readonly string[], replaced: Map<string, readonly string[]>): void {
  const arrow = words.indexOf('=>');
  if (arrow === 1 || arrow === 2) replaced.set(words.slice(0, arrow).join(' '), words.slice(arrow + 1, arrow + 3));
}

function isIndirect(comment: string): boolean {
  return comment === 'indirect' || comment.startsWith('indirect;');
}

function isBefore117(go: string): boolean {
  const [major = 0, minor = 0] = go.split('.', 2).map((part) => Number.parseInt(part, 10));
  return major < 1 || (major === 1 && minor < 17);
}

interface Directive {
  readonly verb: string;
  readonly words: readonly string[];
  readonly comment: string;
  readonly number: number;
}

/** The directives one by one, also those of a block `require ( … )`. */
function* directivesOf(text: string): Generator<Directive> {
  let block: string | null = null;
  for (const { text: line, number } of linesOf(text)) {
    const { words, comment } = wordsOf({ text: line, number });
    const [first] = words;
    if (first === undefined) continue;
    if (block !== null) {
      if (first === ')') block = null;
      else yield { verb: block, words, comment, number };
    } else if (words[1] === '(') block = first;
    else yield { verb: first, words: words.slice(1), comment, number };
  }
}

function wordsOf({ text }: Line): { readonly words: readonly string[]; readonly comment: string } {
  const at = text.indexOf('//');
  // The slashes of an address follow a colon; a comment follows a space or begins the line.
  const isComment = at === 0 || (at > 0 && text[at - 1] !== ':');
  const body = isComment ? text.slice(0, at) : text;
  const words = body.split(/[ \t]/).filter((word) => word !== '');
  return {
    words: words.map((word) => (word.startsWith('"') && word.endsWith('"') ? word.slice(1, -1) : word)),
    comment: isComment ? text.slice(at + 2).trim() : '',
  };
}
