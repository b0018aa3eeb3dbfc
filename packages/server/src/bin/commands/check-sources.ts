import { parseArgs } from 'node:util';
import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import { type CheckedAssumption, checkSources, type SourceCheck } from '../../ingest/check-sources/check-sources.ts';
import { writeCheckedLive, writeExchanges } from '../../ingest/check-sources/exchanges.ts';
import { SOURCES, type SourceAddresses } from '../../sources/catalogue.ts';
import { CHECKED_LIVE, type CheckedLive } from '../../sources/checked-live.ts';
import type { SourceFacts } from '../../sources/define-source.ts';
import { SOURCE_READERS } from '../../sources/index.ts';
import type { Reader } from '../../sources/reader.ts';
import { thisBuild } from '../build.ts';
import { chosenAddresses, Environment, formatUserAgent, proxyOf, sourceAddresses } from '../environment.ts';
import { type Command, type CommandDeps, WrongUsage } from './command.ts';
import { printable } from './named.ts';

/** Compares what we assume of upstreams with the upstreams themselves. Needs no database. */
export const checkSourcesCommand: Command = async (deps, args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, record: { type: 'string' } },
  });
  const { environment, now, signal } = deps;
  const ids = positionals.length === 0 ? [...environment.SOURCES] : positionals.map(parseSourceId);
  const addresses = pickAddresses(
    positionals.length === 0 ? chosenAddresses(environment) : sourceAddresses(environment),
    ids,
  );
  const userAgent = formatUserAgent(thisBuild(environment.COMMIT).version, environment);
  const report = await checkSources(
    { userAgent, proxy: proxyOf(environment), canaries: environment.CANARIES, now, signal },
    addresses,
  );
  const results = report.checks.flatMap((check) => check.results);
  const notRead = ids.filter((id) => addresses[id] === undefined);
  if (values.json)
    deps.print(JSON.stringify({ checkedAt: now(), requests: report.requests, results, notRead }, null, 2));
  else printResults(deps, results, notRead, report.requests);
  if (values.record !== undefined) {
    await writeExchanges(values.record, report.checks);
    const live = report.checks.filter(({ source }) => isLive(source, addresses));
    await writeCheckedLive(values.record, addDates(CHECKED_LIVE, live, now()));
  }
  return results.some(({ outcome }) => outcome === 'differs') ? 1 : 0;
};

function parseSourceId(name: string): SourceId {
  const id = SOURCE_IDS.find((known) => known === name);
  if (id === undefined) throw new WrongUsage(`'${name}' is no source: ${SOURCE_IDS.join(', ')}.`);
  return id;
}

function pickAddresses(all: Partial<SourceAddresses>, ids: readonly SourceId[]): Partial<SourceAddresses> {
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id as SourceId)));
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

/** Reports whether a source was read from the upstream's own address, and not from a look-alike or a mirror. */
function isLive(source: SourceId, addresses: Partial<SourceAddresses>): boolean {
  const contact = { CONTACT_URL: 'https://almanac.example/repository' };
  const usual = sourceAddresses(Environment.parse(contact))[source];
  return usual !== undefined && listOrigins(source, addresses[source]) === listOrigins(source, usual);
}

function listOrigins(id: SourceId, address: unknown): string {
  const { upstreams } = (SOURCE_READERS[id] as Reader<unknown>).open(address);
  return [...new Set(upstreams.map(({ url }) => new URL(url).origin))].sort().join(' ');
}

/** A source counts as checked when there is nothing that its upstream left open. */
function addDates(before: CheckedLive, checks: readonly SourceCheck[], at: Date): CheckedLive {
  const told = checks.filter(({ results }) => results.every(({ outcome }) => outcome !== 'cannot_tell'));
  return { ...before, ...Object.fromEntries(told.map(({ source }) => [source, at.toISOString()])) };
}
