import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type DiffFile, parseDiff } from '@almanac/core/diff';

/** Folders in which git applies diffs to files, as somebody would who has them. */
export interface Worktree {
  /** The files that a diff was made for: what it shows of them, and lines of no meaning in between. */
  prepare(diff: string): void;
  /** Throws git's own words where the diff does not apply. */
  apply(diff: string): void;
  /** The same on a copy that is thrown away. */
  tryOn(diff: string): void;
  /** Applies it, too, and says in one diff what has become of the files since they were prepared. */
  squashed(diff: string): string;
  close(): void;
}

export function openWorktree(): Worktree {
  const root = mkdtempSync(path.join(tmpdir(), 'almanac-pr-'));
  const home = path.join(root, 'home');
  const copy = path.join(root, 'copy');
  const base = path.join(root, 'base');
  execFileSync('git', ['init', '--quiet', root]);
  const apply = (folder: string, diff: string) => {
    // Paths are those of a repository of its own: the folder is taken for its root.
    const args = ['apply', '--verbose', `--directory=${path.basename(folder)}`, '-'];
    execFileSync('git', args, { cwd: root, input: diff, stdio: ['pipe', 'pipe', 'pipe'] });
  };
  return {
    prepare(diff) {
      rmSync(home, { recursive: true, force: true });
      mkdirSync(home);
      for (const file of parseDiff(diff).files ?? []) {
        if (file.oldPath === null) continue;
        mkdirSync(path.join(home, path.dirname(file.oldPath)), { recursive: true });
        writeFileSync(path.join(home, file.oldPath), textBefore(file));
      }
      rmSync(base, { recursive: true, force: true });
      cpSync(home, base, { recursive: true });
    },
    apply: (diff) => apply(home, diff),
    tryOn(diff) {
      rmSync(copy, { recursive: true, force: true });
      cpSync(home, copy, { recursive: true });
      apply(copy, diff);
    },
    squashed(diff) {
      apply(home, diff);
      // It ends with 1 where there are differences.
      const { stdout } = spawnSync('git', ['diff', '--no-index', '--no-color', 'base', 'home'], {
        cwd: root,
        encoding: 'utf8',
      });
      return stdout.replaceAll('a/base/', 'a/').replaceAll('b/home/', 'b/');
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

function textBefore({ hunks, status }: DiffFile): string {
  const lines: string[] = [];
  for (const { oldStart, lines: shown } of hunks) {
    while (lines.length < oldStart - 1) lines.push(`# line ${lines.length + 1}`);
    for (const { kind, text } of shown) if (kind !== 'added') lines.push(text);
  }
  // The file goes on, unless the diff shows how it ends.
  if (status !== 'deleted' && lines.at(-1)?.startsWith('}') !== true)
    lines.push('# more', '# and more', '# and more again');
  return `${lines.join('\n')}\n`;
}
