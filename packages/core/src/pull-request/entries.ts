import { patchedCves } from '../collection/patched-cves.ts';
import { extractKind } from '../ids/extract.ts';
import { stringsOf } from './bindings.ts';
import { type OnLimit, PULL_LIMITS } from './limits.ts';
import type { PlacedLine, ShownEntry } from './model.ts';

type Side = 'old' | 'new';

/** What one side of the diff says in lists of patches and of known vulnerabilities. */
export interface SideEntries {
  readonly patches: readonly ShownEntry[];
  readonly vulnerabilities: readonly ShownEntry[];
}

const LIST = 'knownVulnerabilities';

/** Reads the lines of one file on one side; lines of several hunks may not join to one list. */
export function entriesOfSide(lines: readonly PlacedLine[], side: Side, onLimit: OnLimit): SideEntries {
  const own = lines.filter(({ kind }) => kind !== (side === 'old' ? 'added' : 'removed'));
  const patches: ShownEntry[] = [];
  const vulnerabilities: ShownEntry[] = [];
  let declaring = false;
  let hunk = -1;
  const ids = new Set<string>();
  const add = (list: ShownEntry[], entry: ShownEntry) => {
    for (const cve of entry.cves) ids.add(cve);
    list.push(entry);
  };
  for (const [i, line] of own.entries()) {
    if (ids.size >= PULL_LIMITS.ids || patches.length + vulnerabilities.length >= MOST_ENTRIES) {
      if (own.slice(i).some(({ text }) => MAY_NAME_A_CVE.test(text))) {
        onLimit(ids.size >= PULL_LIMITS.ids ? 'ids' : 'entries');
      }
      break;
    }
    if (line.hunk !== hunk) {
      hunk = line.hunk;
      declaring = false;
    }
    const opens = line.text.includes(LIST);
    if (opens) declaring = true;
    const cves = MAY_NAME_A_CVE.test(line.text) ? patchesIn(line.text, onLimit) : [];
    if (declaring || isLoneWarning(line.text)) {
      for (const text of stringsOf(line.text, onLimit)) {
        add(vulnerabilities, { cves: first(extractKind('cve', text), onLimit), text, lines: [line] });
      }
    } else if (cves.length > 0 && isPatch(own, i)) {
      add(patches, { cves, text: line.text.trim(), lines: [line] });
    }
    if (declaring && ends(line.text, opens)) declaring = false;
  }
  return { patches, vulnerabilities };
}

function patchesIn(text: string, onLimit: OnLimit): string[] {
  if (text.length > PULL_LIMITS.lineLength) onLimit('lineLength');
  return first(patchedCves([text.slice(0, PULL_LIMITS.lineLength)]), onLimit);
}

function first(cves: string[], onLimit: OnLimit): string[] {
  if (cves.length <= PULL_LIMITS.lineIds) return cves;
  onLimit('lineIds');
  return cves.slice(0, PULL_LIMITS.lineIds);
}

/** Of one side, those that stay included. */
const MOST_ENTRIES = 10 * PULL_LIMITS.entries;
const MAY_NAME_A_CVE = /cve/i;

/** `"CVE-2024-1234: …"` alone on its line, the head of whose list is not shown. */
function isLoneWarning(text: string): boolean {
  const plain = text.trim();
  return (
    MAY_NAME_A_CVE.test(plain) &&
    /^"CVE-\d{4}-\d{4,19}\b/i.test(plain) &&
    !plain.endsWith('.patch"') &&
    !plain.includes('=')
  );
}

/** The line names a patch, or is the comment above one. */
function isPatch(lines: readonly PlacedLine[], at: number): boolean {
  const text = lines[at]?.text ?? '';
  if (namesPatch(text)) return true;
  if (!text.trimStart().startsWith('#')) return false;
  const next = lines.slice(at + 1, at + 4).find((line) => !line.text.trimStart().startsWith('#'));
  return next !== undefined && (namesPatch(next.text) || next.text.includes('fetchpatch'));
}

/** As a file, or as the name under which one is fetched. */
function namesPatch(text: string): boolean {
  const plain = text.trimStart();
  if (plain.startsWith('#')) return false;
  return text.includes('.patch') || text.includes('.diff') || /^name *=/.test(plain);
}

function ends(text: string, opens: boolean): boolean {
  const plain = text.trimEnd();
  if (plain.endsWith('];') || plain.endsWith(']') || plain.trimStart().startsWith(']')) return true;
  // One value instead of a list: `knownVulnerabilities = lib.optional old "CVE-…";`
  return opens ? plain.endsWith(';') : false;
}
