import type { DiffFile } from './model.ts';
import { readQuoted } from './quoted-path.ts';

/** What the lines before a file's hunks say, while they are read. */
export interface Header {
  /** Where it begins in the diff. */
  readonly line: number;
  git: { readonly old: string; readonly new: string } | null;
  oldMode: string | null;
  newMode: string | null;
  added: boolean;
  deleted: boolean;
  renamedFrom: string | null;
  renamedTo: string | null;
  copiedFrom: string | null;
  copiedTo: string | null;
  similarity: string | null;
  index: string | null;
  /** Of the `---` and `+++` lines; undefined where there are none, null for `/dev/null`. */
  before: string | null | undefined;
  after: string | null | undefined;
}

export function newHeader(line: number): Header {
  return {
    line,
    git: null,
    oldMode: null,
    newMode: null,
    added: false,
    deleted: false,
    renamedFrom: null,
    renamedTo: null,
    copiedFrom: null,
    copiedTo: null,
    similarity: null,
    index: null,
    before: undefined,
    after: undefined,
  };
}

/** Takes one of git's extended header lines in; whether it is one, or why it cannot be read. */
export function readExtended(header: Header, text: string): true | false | string {
  for (const [start, take] of EXTENDED) {
    if (!text.startsWith(start)) continue;
    return take(header, text.slice(start.length)) ?? true;
  }
  return false;
}

type Take = (header: Header, value: string) => string | null;

const EXTENDED: readonly (readonly [string, Take])[] = [
  ['old mode ', mode((header, value) => (header.oldMode = value))],
  ['new mode ', mode((header, value) => (header.newMode = value))],
  [
    'deleted file mode ',
    mode((header, value) => {
      header.deleted = true;
      header.oldMode = value;
    }),
  ],
  [
    'new file mode ',
    mode((header, value) => {
      header.added = true;
      header.newMode = value;
    }),
  ],
  ['rename from ', path((header, value) => (header.renamedFrom = value))],
  ['rename to ', path((header, value) => (header.renamedTo = value))],
  ['copy from ', path((header, value) => (header.copiedFrom = value))],
  ['copy to ', path((header, value) => (header.copiedTo = value))],
  ['similarity index ', plain((header, value) => (header.similarity = value))],
  ['dissimilarity index ', plain(() => {})],
  ['index ', plain((header, value) => (header.index = value))],
];

function mode(set: (header: Header, value: string) => unknown): Take {
  return (header, value) => {
    if (!MODE.test(value)) return 'a file mode must have six octal digits';
    set(header, value);
    return null;
  };
}

const MODE = /^[0-7]{6}$/;

function plain(set: (header: Header, value: string) => unknown): Take {
  return (header, value) => {
    set(header, value);
    return null;
  };
}

function path(set: (header: Header, value: string) => unknown): Take {
  return (header, value) => {
    const read = wholePath(value);
    if (read === null) return 'invalid quoted path';
    set(header, read);
    return null;
  };
}

function wholePath(text: string): string | null {
  if (!text.startsWith('"')) return text;
  const read = readQuoted(text, 0);
  return read === null || read.end !== text.length ? null : read.path;
}

/** `--- a/x`, `+++ b/x`, `--- /dev/null`, with a time behind a tab or without; undefined where it cannot be read. */
export function readSide(text: string): string | null | undefined {
  const rest = text.slice(4);
  if (rest.startsWith('"')) {
    const read = readQuoted(rest, 0);
    return read === null ? undefined : withoutPrefix(read.path);
  }
  const tab = rest.indexOf('\t');
  const name = tab === -1 ? rest : rest.slice(0, tab);
  if (name === '') return undefined;
  return name === '/dev/null' ? null : withoutPrefix(name);
}

/** `a/x` and `b/x` both mean `x`. */
function withoutPrefix(name: string): string {
  return name.startsWith('a/') || name.startsWith('b/') ? name.slice(2) : name;
}

/**
 * The two paths of `diff --git a/x b/x`. Unquoted paths with blanks are not parted; then both are the same, or the lines that
 * follow name them.
 */
export function readGitPaths(rest: string): { readonly old: string; readonly new: string } | null {
  if (rest.startsWith('"')) {
    const first = readQuoted(rest, 0);
    if (first === null || rest.charAt(first.end) !== ' ') return null;
    const second = wholePath(rest.slice(first.end + 1));
    return second === null ? null : { old: withoutPrefix(first.path), new: withoutPrefix(second) };
  }
  if (rest.endsWith('"')) {
    const at = rest.indexOf(' "');
    const second = at === -1 ? null : wholePath(rest.slice(at + 1));
    return second === null ? null : { old: withoutPrefix(rest.slice(0, at)), new: withoutPrefix(second) };
  }
  const middle = (rest.length - 1) / 2;
  if (Number.isInteger(middle) && rest.charAt(middle) === ' ') {
    const [old, after] = [withoutPrefix(rest.slice(0, middle)), withoutPrefix(rest.slice(middle + 1))];
    if (old === after && old !== '') return { old, new: after };
  }
  const blank = rest.indexOf(' b/');
  const at = blank === -1 ? rest.indexOf(' ') : blank;
  if (at < 1 || at === rest.length - 1) return null;
  return { old: withoutPrefix(rest.slice(0, at)), new: withoutPrefix(rest.slice(at + 1)) };
}

/** The file that a header speaks of, still without what is changed in it; null where it names none. */
export function fileOf(header: Header): Omit<DiffFile, 'hunks' | 'binary'> | null {
  const { git, before, after, renamedFrom, renamedTo, copiedFrom, copiedTo } = header;
  const added = header.added || before === null;
  const deleted = header.deleted || after === null;
  const oldPath = added ? null : (renamedFrom ?? copiedFrom ?? before ?? git?.old ?? null);
  const newPath = deleted ? null : (renamedTo ?? copiedTo ?? after ?? git?.new ?? null);
  if ((oldPath ?? newPath) === null) return null;
  const status = added
    ? 'added'
    : deleted
      ? 'deleted'
      : copiedFrom !== null
        ? 'copied'
        : renamedFrom !== null || oldPath !== newPath
          ? 'renamed'
          : 'changed';
  const { oldMode, newMode, similarity, index } = header;
  return { oldPath, newPath, status, git: git !== null, oldMode, newMode, similarity, index };
}
