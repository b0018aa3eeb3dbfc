import type { DiffHunk, DiffLine, DiffProblem } from './model.ts';

const HEADING = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;
/** Of `git format-patch`: what follows is the mail's. */
const SIGNATURE = '-- ';

/** Reads one hunk from its `@@` on; it has to hold as many lines as it says. */
export function readHunk(lines: readonly string[], start: number): { hunk: DiffHunk; next: number } | DiffProblem {
  const heading = (lines[start] ?? '').replace('\r', '');
  const match = HEADING.exec(heading);
  if (match === null) return { line: start + 1, reason: 'a hunk must start with `@@ -1,3 +1,4 @@`' };
  const [all, oldStart = '', oldCount = '1', newStart = '', newCount = '1'] = match;
  const hunk = {
    oldStart: Number(oldStart),
    oldCount: Number(oldCount),
    newStart: Number(newStart),
    newCount: Number(newCount),
    section: heading.slice(all.length),
  };
  if ((hunk.oldStart === 0 && hunk.oldCount > 0) || (hunk.newStart === 0 && hunk.newCount > 0)) {
    return { line: start + 1, reason: 'line numbers start at 1' };
  }
  const read: DiffLine[] = [];
  const left = { old: hunk.oldCount, new: hunk.newCount };
  let at = start + 1;
  for (; left.old > 0 || left.new > 0 || isUnended(lines, at); at += 1) {
    if (at >= lines.length) return { line: lines.length, reason: shortOf(left) };
    const line = lines[at] ?? '';
    if (line.startsWith('\\')) {
      const last = read.at(-1);
      if (last === undefined) return { line: at + 1, reason: 'no line precedes the "No newline" marker' };
      read[read.length - 1] = { ...last, unended: true };
      continue;
    }
    const kind = kindOf(line);
    if (kind === null) return { line: at + 1, reason: `expected \` \`, \`+\` or \`-\`: ${shortOf(left)}` };
    if (kind !== 'added' && left.old === 0) return { line: at + 1, reason: tooMany('before', hunk.oldCount) };
    if (kind !== 'removed' && left.new === 0) return { line: at + 1, reason: tooMany('after', hunk.newCount) };
    read.push({
      kind,
      text: line.slice(1),
      oldNumber: kind === 'added' ? null : hunk.oldStart + hunk.oldCount - left.old,
      newNumber: kind === 'removed' ? null : hunk.newStart + hunk.newCount - left.new,
      unended: false,
    });
    if (kind !== 'added') left.old -= 1;
    if (kind !== 'removed') left.new -= 1;
  }
  if (read.every(({ kind }) => kind === 'context')) return { line: start + 1, reason: 'the hunk changes nothing' };
  const beyond = lines[at] ?? '';
  const isHeader = beyond.startsWith('--- ') && (lines[at + 1] ?? '').startsWith('+++ ');
  if (!isHeader && beyond !== SIGNATURE && MARKS.includes(beyond.charAt(0)) && beyond !== '') {
    return { line: at + 1, reason: 'the hunk has more lines than its header says' };
  }
  return { hunk: { ...hunk, lines: read }, next: at };
}

const MARKS = '+- ';

/** An empty line is a line of context whose blank an editor has taken away; git takes it, too. */
function kindOf(line: string): DiffLine['kind'] | null {
  switch (line.charAt(0)) {
    case '':
    case ' ':
    case '\r':
      return 'context';
    case '+':
      return 'added';
    case '-':
      return 'removed';
    default:
      return null;
  }
}

function isUnended(lines: readonly string[], at: number): boolean {
  return (lines[at] ?? '').startsWith('\\ ');
}

function shortOf(left: { readonly old: number; readonly new: number }): string {
  return `the hunk is too short: ${left.old} old and ${left.new} new lines are missing`;
}

function tooMany(side: string, count: number): string {
  return `the hunk exceeds ${count} lines of the file ${side}`;
}
