import {
  type IdentityContext,
  identityContext,
  identityOf,
  keysOfCve,
  type MatchQuestion,
} from '@almanac/core/matching';
import { readVulnerabilityRecord, type VulnerabilityRecord } from '@almanac/core/records';
import { corpusLines } from '../../corpus/lines.ts';
import { onePerId, osvLines } from '../../corpus/osv.ts';
import type { Fields } from '../../feed/record-feed.ts';
import type { NamedPackage } from './named-packages.ts';

export interface CorpusRecord {
  readonly source: 'cve_list_v5' | 'nvd' | 'osv';
  readonly id: string;
  readonly value: Fields;
  readonly read: VulnerabilityRecord;
}

export interface PackageRecords {
  readonly context: IdentityContext;
  readonly records: readonly CorpusRecord[];
}

/** Matches by the service's own rules. */
export async function recordsAbout(
  root: string,
  packages: readonly NamedPackage[],
): Promise<ReadonlyMap<NamedPackage, PackageRecords>> {
  const byKey = new Map<string, NamedPackage[]>();
  for (const each of packages) for (const key of each.keys) byKey.set(key, [...(byKey.get(key) ?? []), each]);
  const near = new Map<NamedPackage, CorpusRecord[]>(packages.map((each) => [each, []]));
  for await (const record of liveRecords(root)) {
    const subjects = record.read.statements.map(({ subject }) => subject);
    const keys = keysOfCve({ ids: [], issueNames: [], subjects });
    for (const each of new Set(keys.flatMap((key) => byKey.get(key) ?? []))) near.get(each)?.push(record);
  }
  return new Map(Array.from(near, ([each, records]) => [each, recordsOf(each.question, each, records)]));
}

function recordsOf(
  question: MatchQuestion,
  { collection }: NamedPackage,
  near: readonly CorpusRecord[],
): PackageRecords {
  const known = near.flatMap(({ read, source }) =>
    read.statements.map(({ subject }) => ({ subject, sources: [source] })),
  );
  const context = identityContext(question, collection, known);
  return { context, records: near.filter(({ read }) => statementsAbout(read, context).length > 0) };
}

/** Distribution builds and products for other systems only share the name. */
const SHARES_THE_NAME: ReadonlySet<string> = new Set(['distribution_name', 'target_disagrees']);

/** Picks the statements about a package. */
export function statementsAbout(
  read: VulnerabilityRecord,
  context: IdentityContext,
): VulnerabilityRecord['statements'] {
  const pointers = pointersOf(read);
  return read.statements.filter(({ subject, kind }) => {
    if (subject.ecosystem === null && kind === 'build') return false;
    const identity = identityOf(subject, context, pointers);
    return identity !== null && !SHARES_THE_NAME.has(identity.rule);
  });
}

export function pointersOf({ references, homes, targets }: VulnerabilityRecord) {
  return {
    references: references.map(({ url }) => url),
    homes,
    targets: new Map(targets.map(({ product, target }) => [product, target])),
  };
}

/** Skips withdrawn records. */
export async function* liveRecords(root: string): AsyncGenerator<CorpusRecord> {
  for await (const record of records(root)) {
    const read = readVulnerabilityRecord({ source: record.source, key: record.id, value: record.value });
    if (read.state !== 'withdrawn') yield { ...record, read };
  }
}

async function* records(root: string): AsyncGenerator<Omit<CorpusRecord, 'read'>> {
  for await (const line of corpusLines(root, 'cve-list/records.jsonl.gz')) {
    const value = JSON.parse(line.toString()) as { readonly cveMetadata: { readonly cveId: string } };
    yield { source: 'cve_list_v5', id: value.cveMetadata.cveId, value: { ...value } };
  }
  for await (const line of corpusLines(root, 'nvd/records.jsonl.gz')) {
    const { cve } = JSON.parse(line.toString()) as { readonly cve: Fields };
    yield { source: 'nvd', id: String(cve['id']), value: cve };
  }
  for (const { id, value } of onePerId(await osvLines(root))) yield { source: 'osv', id, value };
}
