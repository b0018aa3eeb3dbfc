import { parseArgs } from 'node:util';
import type { Feeds } from '../../ingest/feeds.ts';
import { type Replayed, replayQuarantined } from '../../ingest/replay-quarantine.ts';
import { type Quarantined, quarantined, quarantinedBytes } from '../../queries/evidence-quarantine.ts';
import type { Db } from '../../store/database.ts';
import { openIngest } from '../open-ingest.ts';
import { type Command, type CommandDeps, WrongUsage } from './command.ts';
import { feedNamed, printable } from './named.ts';

/** What could not be read: its list, its bytes, and another try. */
export const quarantineCommand: Command = async (deps, args) => {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const [first, second, ...more] = positionals;
  const acts = first === 'show' || first === 'replay';
  if (more.length > 0 || (!acts && second !== undefined)) throw new WrongUsage('That is more than one source.');
  const { environment, log } = deps;
  const opened = openIngest(environment, { applicationName: 'almanac-quarantine', connections: 4, log });
  try {
    if (first === 'show') return await show(deps, opened.db, second);
    if (first === 'replay') return await replay(deps, opened.db, opened.feeds, second);
    return await list(deps, opened.db, sourceNamed(opened.feeds, first));
  } finally {
    await opened.close();
  }
};

function sourceNamed(feeds: Feeds, name: string | undefined): string | null {
  return name === undefined ? null : feedNamed(feeds, name, () => true, 'is read').source.id;
}

async function list({ print, signal }: CommandDeps, db: Db, source: string | null): Promise<number> {
  let entries = 0;
  for await (const page of quarantined(db, source)) {
    signal.throwIfAborted();
    for (const entry of page) for (const line of describe(entry)) print(line);
    entries += page.length;
  }
  print(entries === 0 ? 'The quarantine is empty.' : `${entries} in quarantine.`);
  return 0;
}

function describe({ source, rawSha256, key, reason, rawSize, count, firstSeen, lastSeen }: Quarantined): string[] {
  const times = count === 1 ? 'once' : `${count} times`;
  const seen = `${times}, from ${firstSeen.toISOString()} to ${lastSeen.toISOString()}`;
  return [
    `${source} ${key === null ? '(no key)' : printable(key)}: ${printable(reason)}`,
    `  ${rawSha256.toString('hex')}, ${rawSize} bytes, seen ${seen}`,
  ];
}

async function show({ printBytes }: CommandDeps, db: Db, hash: string | undefined): Promise<number> {
  if (hash === undefined || !/^[0-9a-f]{64}$/i.test(hash))
    throw new WrongUsage('Give the SHA-256 that the list shows.');
  const bytes = await quarantinedBytes(db, Buffer.from(hash, 'hex'));
  if (bytes === null) throw new Error(`nothing in quarantine has the hash ${hash}`);
  printBytes(bytes);
  return 0;
}

async function replay(deps: CommandDeps, db: Db, feeds: Feeds, name: string | undefined): Promise<number> {
  const { print, signal, showProgress } = deps;
  const counts: Record<Replayed['outcome'], number> = { stored: 0, known: 0, older: 0, unreadable: 0 };
  let done = 0;
  for await (const page of quarantined(db, sourceNamed(feeds, name))) {
    for (const entry of page) {
      signal.throwIfAborted();
      const feed = feeds.get(entry.source);
      const replayed = feed === undefined ? null : await replayQuarantined({ db, now: deps.now }, feed, entry);
      if (replayed !== null) counts[replayed.outcome] += 1;
      if (replayed?.outcome === 'stored') print(`${entry.source} ${printable(entry.key ?? '(no key)')}: stored`);
      done += 1;
      showProgress(`${done} read again`);
    }
  }
  print(`${counts.stored} stored, ${counts.known} known already; these left the quarantine.`);
  print(`${counts.older} older than what we have, ${counts.unreadable} still not readable; these stay.`);
  return 0;
}
