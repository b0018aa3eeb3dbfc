import { identityOf, LIKELY_FROM } from '@almanac/core/matching';
import type { Subject } from '@almanac/core/ranges';
import type { FamousFacts, FamousOsv, FamousRecord } from '../record.ts';
import { distributionRecords } from './distributions.ts';
import type { NamedPackage } from './named-packages.ts';
import { readOtherFacts } from './other-facts.ts';
import {
  type CorpusRecord,
  liveRecords,
  type PackageRecords,
  pointersOf,
  recordsAbout,
  statementsAbout,
} from './records-about.ts';
import { type Choice, shortenAdvisory, shortenCve, shortenNvd, shortenOsv } from './short-record.ts';

/** The demo has only some records of packages with more than this. */
export const MAX_RECORDS = 200;

/**
 * Ecosystems whose 2026 database the corpus has completely. Of the others, the CVE list and NVD, it has a selection.
 */
const WHOLE_DATABASES: ReadonlySet<string> = new Set(['AlmaLinux', 'Bitnami', 'crates.io', 'Go', 'Packagist']);

export interface GatheredFacts {
  readonly records: readonly FamousFacts[];
  /** Packages with all their records in the corpus. */
  readonly whole: readonly string[];
}

/** Groups the corpus's facts by vulnerability, without the hand-written ones. */
export async function gatherFacts(
  root: string,
  packages: readonly NamedPackage[],
  handWritten: readonly FamousRecord[],
): Promise<GatheredFacts> {
  const about = [...(await recordsAbout(root, packages))].filter(([, { records }]) => records.length <= MAX_RECORDS);
  const contexts = new Map<CorpusRecord, PackageRecords['context'][]>();
  for (const [, { context, records }] of about) {
    for (const record of records) contexts.set(record, [...(contexts.get(record) ?? []), context]);
  }
  const groups = new Map<string, Group>(handWritten.map(({ id }) => [id, { records: [], builds: [] }]));
  const groupOf = (id: string): Group => {
    const group = groups.get(id) ?? { records: [], builds: [] };
    groups.set(id, group);
    return group;
  };
  for (const record of contexts.keys()) groupOf(vulnerabilityId(record.id, record.read)).records.push(record);
  for (const build of await distributionRecords(root)) groupOf(build.upstream?.[0] ?? build.id).builds.push(build);
  await addOwnRecords(root, groups, contexts);
  const others = await readOtherFacts(root, (id) => groups.has(id));
  const known = new Map(handWritten.map((record) => [record.id, record]));
  return {
    records: [...groups]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, group]) => withoutKnown({ ...shortenGroup(id, group, contexts), ...others(id) }, known.get(id)))
      .filter((record) => Object.keys(record).length > 1),
    whole: about.flatMap(([{ purl }, known]) => (isWhole(known) ? [purl] : [])),
  };
}

/** Reports whether a complete database covers the package. */
export function isWhole({ context, records }: PackageRecords): boolean {
  return records.some(({ read }) =>
    statementsAbout(read, context).some(({ subject }) => {
      const isLikely = (identityOf(subject, context, pointersOf(read))?.weight ?? 0) >= LIKELY_FROM;
      return isLikely && WHOLE_DATABASES.has(subject.ecosystem?.split(':', 1)[0] ?? '');
    }),
  );
}

/** Hand-written facts take precedence. */
function withoutKnown({ id, osv, ...facts }: FamousFacts, known: FamousRecord | undefined): FamousFacts {
  const written = new Set(known?.osv?.map((each) => each.id));
  const added = osv?.filter((each) => !written.has(each.id)) ?? [];
  const kept = Object.entries(facts).filter(([name]) => known === undefined || !(name in known));
  return { id, ...Object.fromEntries(kept), ...(added.length === 0 ? {} : { osv: added }) };
}

type Contexts = ReadonlyMap<CorpusRecord, readonly PackageRecords['context'][]>;

interface Group {
  readonly records: CorpusRecord[];
  readonly builds: FamousOsv[];
}

/** Adds CVE list and NVD records, whatever they call the package. */
async function addOwnRecords(
  root: string,
  groups: ReadonlyMap<string, Group>,
  contexts: ReadonlyMap<CorpusRecord, unknown>,
): Promise<void> {
  const known = new Set(Array.from(contexts.keys(), ({ source, id }) => `${source} ${id}`));
  for await (const record of liveRecords(root)) {
    if (record.source === 'osv') return;
    if (!known.has(`${record.source} ${record.id}`)) groups.get(record.id)?.records.push(record);
  }
}

function shortenGroup(id: string, { records, builds }: Group, contexts: Contexts): FamousFacts {
  const cve = records.find(({ source }) => source === 'cve_list_v5');
  const nvd = records.find(({ source }) => source === 'nvd');
  const advisory = records.find((record) => record.id.startsWith('GHSA-'));
  const osv = records.filter((record) => record.source === 'osv' && record !== advisory);
  const choice = (record: CorpusRecord) => choiceFor(record, contexts.get(record) ?? []);
  const exported = [...osv.map((record) => shortenOsv(record, choice(record))), ...builds];
  return {
    id,
    ...(cve === undefined ? {} : { cve: shortenCve(cve, choice(cve)) }),
    ...(advisory === undefined ? {} : { ghsa: shortenAdvisory(advisory, choice(advisory)) }),
    ...(exported.length === 0 ? {} : { osv: exported.map((each) => withoutUsualAlias(each, id)) }),
    ...(nvd === undefined ? {} : { nvd: shortenNvd(nvd, choice(nvd)) }),
  };
}

/** Omits the vulnerability's own id if it is the only alias, which is the usual case; `withUsualAlias` restores it. */
function withoutUsualAlias({ aliases, ...rest }: FamousOsv, id: string): FamousOsv {
  return aliases?.length === 1 && aliases[0] === id ? rest : { ...rest, ...(aliases === undefined ? {} : { aliases }) };
}

/** Prefers a CVE over the record's own id. */
function vulnerabilityId(id: string, { aliases, upstream, related }: CorpusRecord['read']): string {
  return [id, ...aliases, ...upstream, ...related].find((each) => each.startsWith('CVE-')) ?? id;
}

/** Keeps the entries about the packages, and the fewest links with which matching still gives the same result. */
function choiceFor({ read }: CorpusRecord, contexts: readonly PackageRecords['context'][]): Choice {
  const { statements } = read;
  const pointers = pointersOf(read);
  const subjects = contexts.flatMap((context) => statementsAbout(read, context).map(({ subject }) => keyOf(subject)));
  const wanted = new Set(subjects);
  const rulesBy = (references: readonly string[]) =>
    JSON.stringify(
      contexts.map((context) =>
        statements.map(({ subject }) => identityOf(subject, context, { ...pointers, references })?.rule),
      ),
    );
  return {
    isWanted: (subject) => wanted.has(keyOf(subject)),
    references(addresses) {
      const rules = rulesBy(addresses);
      const choices = [[], ...addresses.map((address) => [address]), addresses];
      return choices.find((choice) => rulesBy(choice) === rules) ?? addresses;
    },
  };
}

function keyOf({ ecosystem, vendor, name }: Subject): string {
  return JSON.stringify([ecosystem, vendor, name]);
}
