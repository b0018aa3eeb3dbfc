import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './docs-pages.ts';

/** A repository to clone from, with the files of this one as they are now: tracked or new, and not ignored. */
export function copyRepository(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const file of listed.toString().split('\0')) {
    const from = path.join(ROOT, file);
    if (file !== '' && existsSync(from)) cpSync(from, path.join(folder, file));
  }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env: PLAIN, stdio: 'ignore' });
  git('init', '--initial-branch=main');
  git('add', '--all', '--force');
  git('-c', 'user.name=test', '-c', 'user.email=test@almanac.example', 'commit', '--message=The files as they are');
}

/** Without what the user has set: hooks, signatures. */
const PLAIN = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
