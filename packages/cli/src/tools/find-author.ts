import type { Session } from '../session.ts';
import { findTool } from './find-tool.ts';
import { runTool } from './run-tool.ts';

export interface Author {
  readonly name: string;
  /** Null for an option. */
  readonly setting: string | null;
}

const DEADLINE_MS = 5_000;
const MAX_BYTES = 1_000;

/** Tries the option, git's user.name, then USER. */
export async function findAuthor(
  session: Pick<Session, 'environment' | 'folder' | 'signal'>,
  option: string | undefined,
): Promise<Author | null> {
  if (option !== undefined && option.trim() !== '') return { name: option.trim(), setting: null };
  const inGit = await readGitUser(session);
  if (inGit !== '') return { name: inGit, setting: 'git config user.name' };
  const user = session.environment['USER']?.trim() ?? '';
  return user === '' ? null : { name: user, setting: 'USER' };
}

async function readGitUser({
  environment,
  folder,
  signal,
}: Pick<Session, 'environment' | 'folder' | 'signal'>): Promise<string> {
  const program = await findTool('git', environment);
  if (program === null) return '';
  const args = ['config', '--get', 'user.name'];
  const limits = { deadlineMs: DEADLINE_MS, mostBytes: MAX_BYTES };
  const { code, out } = await runTool({ program, args, folder, environment, signal, ...limits });
  return code === 0 ? out.trim() : '';
}
