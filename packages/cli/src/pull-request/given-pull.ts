import path from 'node:path';
import { MOST_DIFF_BYTES, type PullRequestInput } from '@almanac/contract';
import { UsageError } from '../errors.ts';
import { plain } from '../output/plain-text.ts';
import { readText } from '../scan/read-files.ts';
import type { Session } from '../session.ts';
import { findTool } from '../tools/find-tool.ts';
import { runTool } from '../tools/run-tool.ts';
import type { PullOptions } from './pull.ts';

/** The service's limits. */
const MOST_TITLE = 1_000;
const MOST_BODY = 100_000;
const MOST_COMMITS = 100;
const DEADLINE_MS = 60_000;

/** Reads a diff file, or asks git for the changes since the base branch. */
export async function givenPull(
  session: Session,
  file: string | undefined,
  { title, body, base, label = [] }: PullOptions,
): Promise<PullRequestInput> {
  const given = file === undefined ? await byGit(session, base) : { diff: await ofFile(session, file) };
  const text = { title: title ?? given.title, body: body ?? given.body };
  return {
    diff: given.diff,
    ...(text.title === undefined ? {} : { title: text.title }),
    ...(text.body === undefined ? {} : { body: text.body }),
    base: base.replace(/^(?:origin|upstream)\//, ''),
    labels: [...label],
  };
}

interface Given {
  readonly diff: string;
  readonly title?: string | undefined;
  readonly body?: string | undefined;
}

async function ofFile({ folder }: Session, file: string): Promise<string> {
  const { text, problem } = await readText(path.resolve(folder, file));
  if (text === null) throw new UsageError(`Cannot read ${file}: ${problem}.`);
  if (text.trim() === '') throw new UsageError(`${file} is empty.`, 'Use the output of git diff.');
  return text;
}

/** Branch names that git cannot mistake for an option or a range. */
const BRANCH = /^[A-Za-z\d](?!.*\.\.)[\w./-]{0,199}$/;

/** Includes uncommitted changes, and the commit messages. */
async function byGit(session: Session, base: string): Promise<Given> {
  if (!BRANCH.test(base)) throw new UsageError(`Invalid branch name ${JSON.stringify(base)}.`);
  // Ignores external programs and colours from the repository's settings, and keeps paths unchanged.
  const how = ['--no-ext-diff', '--no-textconv', '--no-color', '--no-relative', '--src-prefix=a/', '--dst-prefix=b/'];
  const diff = await git(session, ['diff', ...how, '--merge-base', base, '--']);
  if (diff.trim() === '') throw new UsageError(`No changes since ${base}.`, 'Use --base for another branch.');
  const log = await git(session, ['log', `--max-count=${MOST_COMMITS}`, '--format=%B%x00', `${base}..HEAD`, '--']);
  const messages = log
    .split('\0')
    .map((message) => message.trim())
    .filter(Boolean);
  const [only = '', ...others] = messages;
  if (messages.length === 0) return { diff };
  // With several commits, no message is the pull request's title.
  if (others.length > 0) return { diff, body: messages.join('\n\n').slice(0, MOST_BODY) };
  const [title = '', ...rest] = only.split('\n');
  return { diff, title: title.slice(0, MOST_TITLE), body: rest.join('\n').trim().slice(0, MOST_BODY) };
}

async function git(session: Session, args: readonly string[]): Promise<string> {
  const { environment, folder, signal } = session;
  const program = await findTool('git', environment);
  if (program === null) throw new UsageError('git is not installed.', 'Pass a diff file instead.');
  const end = await runTool({
    program,
    args: ['--no-pager', ...args],
    folder,
    environment,
    signal,
    deadlineMs: DEADLINE_MS,
    mostBytes: MOST_DIFF_BYTES,
  });
  if (end.isCut) throw new UsageError('The change exceeds the limit of 5 MiB.');
  if (end.code === 0) return end.out;
  const why = end.timedOut ? 'it timed out' : plain(end.err);
  throw new UsageError(`git ${args[0]} failed: ${why}`, 'Pass a diff file, or use another --base.');
}
