import { collect } from './collect.ts';
import { type LockfileKind, lockfileDefinitionOf, refusalOf } from './kinds.ts';
import { LOCKFILE_LIMITS, type LockfileContent, type LockfileLimits } from './model.ts';
import type { System } from './os-release.ts';
import { LockfileProblem } from './problem.ts';

export interface Lockfile extends LockfileContent {
  readonly kind: LockfileKind;
}

export type LockfileReading =
  | { readonly lockfile: Lockfile; readonly problem: null }
  | { readonly lockfile: null; readonly problem: string };

/**
 * The components of a lockfile, or in a sentence why it is refused. The name of the file decides how it is read. `system` is the one
 * that a distribution's list of packages belongs to; without it the list itself has to tell.
 */
export function readLockfile(
  fileName: string,
  text: string,
  limits: LockfileLimits = LOCKFILE_LIMITS,
  system: System | null = null,
): LockfileReading {
  const definition = lockfileDefinitionOf(fileName);
  if (definition === null) return { lockfile: null, problem: refusalOf(fileName) };
  const refused = refuse(text, limits);
  if (refused !== null) return { lockfile: null, problem: refused };
  const collection = collect(limits);
  try {
    const format = definition.read(text, collection, system);
    return { lockfile: { kind: definition.kind, format, ...collection.done() }, problem: null };
  } catch (error) {
    if (error instanceof LockfileProblem) return { lockfile: null, problem: error.message };
    throw error;
  }
}

/** What no reader needs to look at. */
function refuse(text: string, limits: LockfileLimits): string | null {
  if (text.length > limits.characters) return `The file exceeds ${limits.characters} characters.`;
  const items = Math.floor(limits.characters / CHARACTERS_PER_ITEM);
  if (countItems(text) > items) return `The file exceeds ${items} lines and list items.`;
  const marker = conflictLine(text);
  return marker === null ? null : `Line ${marker} is a git conflict marker. Resolve the conflict first.`;
}

/** In real files a line or an item of a list has 15 and more on average. Parsers spend far more on an item than on a character. */
const CHARACTERS_PER_ITEM = 10;

function countItems(text: string): number {
  let items = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE || code === COMMA) items += 1;
  }
  return items;
}

const NEWLINE = 10;
const COMMA = 44;

const MARKER = '<<<<<<< ';

function conflictLine(text: string): number | null {
  if (text.startsWith(MARKER)) return 1;
  const at = text.indexOf(`\n${MARKER}`);
  return at === -1 ? null : text.slice(0, at + 1).split('\n').length;
}
