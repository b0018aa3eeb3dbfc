import { type PullRequestInput, postPrFix, postPrValidate } from '@almanac/contract';
import { UsageError } from '../errors.ts';
import type { ExitCode } from '../exit-codes.ts';
import { plainLines } from '../output/plain-text.ts';
import { givenPull } from '../pull-request/given-pull.ts';
import { pullGaps, reachedIn } from '../pull-request/outcome.ts';
import type { PullAction, PullAnswer, PullOptions } from '../pull-request/pull.ts';
import { fixLines, validationLines } from '../pull-request/write-table.ts';
import type { Session } from '../session.ts';
import { exitCodeOf } from './scan.ts';

export async function pr(
  session: Session,
  action: PullAction,
  file: string | undefined,
  options: PullOptions,
): Promise<ExitCode> {
  const format = session.json ? 'json' : (options.format ?? 'table');
  if (format === (action === 'fix' ? 'sarif' : 'diff')) {
    throw new UsageError(
      `almanac pr ${action} does not support --format ${format}.`,
      'Use sarif with validate, diff with fix.',
    );
  }
  const body = await givenPull(session, file, options);
  session.progress.show('checking the change');
  const { client, signal } = session;
  const text = await client.text(action === 'fix' ? postPrFix : postPrValidate, { body }, { signal });
  const answer = JSON.parse(text) as PullAnswer;
  const gaps = pullGaps(answer);
  const reached = reachedIn(action, answer.data, options.failOn);
  if (format === 'json') session.printJson(text);
  else if (format === 'sarif') session.printJson(await sarif(session, body));
  else if (format === 'diff') printDiff(session, answer.data.diff);
  else if (action === 'fix') session.print(...fixLines(session, answer, gaps));
  else session.print(...validationLines(session, answer, gaps));
  return exitCodeOf({ reached: { reached, undecided: [] }, gaps }, session.allowed);
}

async function sarif({ client, signal }: Session, body: PullRequestInput): Promise<string> {
  return client.text(postPrValidate, { body, query: { format: 'sarif' } }, { signal });
}

/** Raw on a pipe, where git reads it; a terminal must not be steered by it. */
function printDiff({ out, print }: Session, diff: string | null): void {
  if (diff !== null) print((out.isTTY ? plainLines(diff) : diff).replace(/\n$/, ''));
}
