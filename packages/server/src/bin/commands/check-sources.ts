import { parseArgs } from 'node:util';
import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import { type CheckedAssumption, checkSources } from '../../ingest/check-sources/check-sources.ts';
import { writeCheckedLive, writeExchanges } from '../../ingest/check-sources/exchanges.ts';
import { addLiveDates } from '../../ingest/check-sources/live-dates.ts';
import { SOURCES, type SourceAddresses } from '../../sources/catalogue.ts';
import { CHECKED_LIVE } from '../../sources/checked-live.ts';
import type { SourceFacts } from '../../sources/define-source.ts';
import { thisBuild } from '../build.ts';
import { Environment, formatUserAgent, proxyOf, sourceAddresses } from '../environment.ts';
import { type Command, type CommandDeps, WrongUsage } from './command.ts';
import { printable } from './named.ts';

/** Compares what we assume of upstreams with the upstreams themselves. Needs no database. */
export const checkSourcesCommand: Command = async (deps, args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, record: { type: 'string' } },
  });
  const { environment, now, signal, showProgress } = deps;
  const onSource = (id: SourceId) => showProgress(`checking ${id}`);
  const ids = positionals.length === 0 ? [...environment.SOURCES] : positionals.map(parseSourceId);
  const all = sourceAddresses(environment);
  const addresses: Partial<SourceAddresses> = Object.fromEntries(ids.map((id) => [id, all[id]]));
  const userAgent = formatUserAgent(thisBuild(environment.COMMIT).version, environment);
  const report = await checkSources(
    { userAgent, proxy: proxyOf(environment), canaries: environment.CANARIES, now, signal, onSource },
    addresses,
  );
  const results = report.checks.flatMap((check) => check.results);
  const notRead = ids.filter((id) => addresses[id] === undefined);
  const { requests } = report;
  if (values.json) deps.print(JSON.stringify({ checkedAt: now(), requests, results, notRead }, null, 2));
  else printResults(deps, results, notRead, requests);
  if (values.record !== undefined) {
    await writeExchanges(values.record, report.checks);
    const usual = sourceAddresses({ ...Environment.parse({}), CONTACT_URL: environment.CONTACT_URL });
    await writeCheckedLive(values.record, addLiveDates(CHECKED_LIVE, report, { addresses, usual, at: now() }));
  }
  return results.some(({ outcome }) => outcome === 'differs') ? 1 : 0;
};

function parseSourceId(name: string): SourceId {
  const id = SOURCE_IDS.find((known) => known === name);
  if (id === undefined) throw new WrongUsage(`'${name}' is no source: ${SOURCE_IDS.join(', ')}.`);
  return id;
}

const WORDS = { ok: 'ok', differs: 'differs', cannot_tell: 'cannot tell' } as const;

function printResults(
  { print }: CommandDeps,
  results: readonly CheckedAssumption[],
  notRead: readonly SourceId[],
  requests: number,
): void {
  for (const { source, assumption, outcome, sentence, seen } of results) {
    print(`${WORDS[outcome].padEnd(11)}  ${source}/${assumption}: ${sentence} Seen: ${printable(seen)}`);
  }
  for (const id of notRead) {
    const { notReadBecause = 'it has no address here.' }: SourceFacts = SOURCES[id];
    print(`cannot tell  ${id}: ${notReadBecause}`);
  }
  const count = (wanted: CheckedAssumption['outcome']) => results.filter(({ outcome }) => outcome === wanted).length;
  print(`${count('ok')} ok, ${count('differs')} differ, ${count('cannot_tell')} cannot tell; ${requests} requests`);
}
