import { parseArgs } from 'node:util';
import { type HeldRun, heldRuns } from '../../queries/evidence-held.ts';
import { openIngest } from '../open-ingest.ts';
import { type Command, WrongUsage } from './command.ts';
import { feedNamed, printable } from './named.ts';
import { reportPass, runShown } from './run-shown.ts';

/** Says what is held of a source and why; with a person's word, reads it once more and lets it through. */
export const release: Command = async (deps, args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { yes: { type: 'boolean', default: false } },
  });
  if (positionals.length > 1) throw new WrongUsage('Name one source at a time.');
  const opened = openIngest(deps.environment, { applicationName: 'almanac-release', connections: 6, log: deps.log });
  try {
    const feed = feedNamed(opened.feeds, positionals[0], ({ first }) => first !== null, 'can be read as a whole');
    const held = await heldRuns(opened.db, feed.source.id);
    if (held.length === 0) deps.print(`Nothing of ${feed.source.id} is held.`);
    let code = 0;
    for (const run of held) {
      for (const line of describe(feed.source.id, run)) deps.print(line);
      if (!values.yes) continue;
      const options = { channel: run.channel, acceptRemovals: true };
      const done = await runShown({ ...opened, ...deps }, feed, options);
      code = Math.max(code, await reportPass(deps, opened.db, feed, done));
    }
    if (held.length > 0 && !values.yes) {
      deps.print('With --yes it is read once more, and whatever is missing or taken back then counts.');
    }
    return code;
  } finally {
    await opened.close();
  }
};

function describe(source: string, { channel, reason, finishedAt, seen, changed, examples }: HeldRun): string[] {
  const head = `${source} ${channel}: held since ${finishedAt.toISOString()}; ${seen} seen, ${changed} changed`;
  const named = examples.length === 0 ? [] : [`  such as: ${examples.map((key) => printable(key, 60)).join(', ')}`];
  return [head, `  why: ${printable(reason)}`, ...named];
}
