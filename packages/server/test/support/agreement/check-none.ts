import type { Corpus } from '@almanac/twins';

/**
 * Another program's reading of the records, from their bytes: which names each of them is about, and which plain numbers it includes.
 * It shares nothing with the readers of the service, and reads no more than what is plain: numbers with dots between them.
 */
export interface EvidenceReader {
  readonly records: number;
  readonly statements: number;
  /** Ids that a live record of OSV names: its own, aliases, and what it was made from. */
  mentionsOf(record: string): readonly string[];
  /** Whether the CVE list has a record of it. */
  isListed(cve: string): boolean;
  /** How many names the live records that mention a CVE are about. */
  namesOf(cve: string): number;
  /** What is wrong with an answer that says "every record was checked and none applies"; nothing, if all is right. */
  faultsOfNotAffected(answer: CleanAnswer): string[];
  /** What is wrong with an answer that says that no record of the package exists. */
  faultsOfNoneKnown(answer: CleanAnswer): string[];
}

/** An answer `not_affected` or `none_known`, as far as the check needs it. */
export interface CleanAnswer {
  readonly searchedNames: readonly string[];
  readonly version: string;
  /** Of the question; null where it is about the collection. */
  readonly ecosystem: string | null;
  /** Ids that the answer itself says were cleared by a record about the package. */
  readonly cleared: ReadonlySet<string>;
  /** Where the package is at home, and the names of its patches, as the collection says. */
  readonly homepages: readonly string[];
  readonly patches: readonly string[];
  /** It is a language's package: a product of its name is another thing, unless the record points to the package's repository. */
  readonly ofLanguage: boolean;
}

interface Statement {
  readonly source: string;
  readonly id: string;
  readonly aliases: readonly string[];
  /** Ids that the record names in any way. */
  readonly mentions: readonly string[];
  readonly ecosystem: string | null;
  readonly vendor: string | null;
  readonly name: string;
  readonly intervals: readonly Interval[];
  readonly listed: readonly string[];
  /** Addresses that the record gives. */
  readonly links: readonly string[];
}

interface Interval {
  readonly from: string;
  /** Null: without an end, which is not a plain statement about any version. */
  readonly below: string | null;
  readonly upTo: string | null;
}

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

export async function readEvidence({ records }: Corpus): Promise<EvidenceReader> {
  const statements = new Map<string, Statement[]>();
  const mentions = new Map<string, readonly string[]>();
  const namesOf = new Map<string, Set<string>>();
  const listed = new Set<string>();
  let [read, count] = [0, 0];
  const readers = { osv: osvStatements, advisory: advisoryStatements, cve_list_v5: cveStatements, nvd: nvdStatements };
  for (const source of ['osv', 'advisory', 'cve_list_v5', 'nvd'] as const) {
    for await (const { id: key, record } of records[source]()) {
      read += 1;
      if (source === 'cve_list_v5') listed.add(key);
      for (const statement of readers[source](JSON.parse(String(record)))) {
        count += 1;
        if (source === 'osv') mentions.set(statement.id, statement.mentions);
        for (const id of statement.mentions) {
          const names = namesOf.get(id) ?? new Set();
          namesOf.set(id, names.add(statement.name));
        }
        const known = statements.get(folded(statement.name));
        if (known === undefined) statements.set(folded(statement.name), [statement]);
        else known.push(statement);
      }
    }
  }
  const named = ({ searchedNames, ecosystem }: CleanAnswer) =>
    [...new Set(searchedNames.map(folded))]
      .flatMap((name) => statements.get(name) ?? [])
      .filter((one) => ecosystem === null || isWithin(one.ecosystem, ecosystem));
  return {
    records: read,
    statements: count,
    mentionsOf: (record) => mentions.get(record) ?? [],
    isListed: (cve) => listed.has(cve),
    namesOf: (cve) => namesOf.get(cve)?.size ?? 0,
    faultsOfNotAffected: (answer) =>
      isPlain(answer.version)
        ? named(answer).flatMap((one) => {
            if ([one.id, ...one.aliases].some((id) => answer.cleared.has(id) || isPatched(id, answer))) return [];
            const interval = one.intervals.find((each) => isInside(answer.version, each));
            if (interval === undefined && !one.listed.includes(answer.version)) return [];
            return [`${describe(one)} includes ${answer.version}: ${JSON.stringify(interval ?? 'listed')}`];
          })
        : [],
    faultsOfNoneKnown(answer) {
      const makers = new Set(answer.homepages.flatMap(makersOf));
      return named(answer).flatMap((one) =>
        one.source !== 'nvd' && (answer.ecosystem !== null || (isMadeBy(one, makers) && isOfKind(one, answer)))
          ? [`${describe(one)} names it`]
          : [],
      );
    },
  };
}

function isMadeBy({ vendor }: Statement, makers: ReadonlySet<string>): boolean {
  return vendor !== null && makers.has(folded(vendor));
}

function isOfKind({ links }: Statement, { ofLanguage, homepages }: CleanAnswer): boolean {
  const repositories = homepages.flatMap((home) => REPOSITORY.exec(home.toLowerCase())?.[0] ?? []);
  return (
    !ofLanguage || repositories.some((home) => links.some((link) => `${link.toLowerCase()}/`.startsWith(`${home}/`)))
  );
}

const REPOSITORY = /^https?:\/\/(?:github|gitlab|codeberg|bitbucket)\.(?:com|org)\/[^/]+\/[^/]+/;

function isPatched(id: string, { patches }: CleanAnswer): boolean {
  return patches.some((file) => file.toUpperCase().replaceAll('_', '-').includes(id));
}

function describe({ source, id, ecosystem, vendor, name }: Statement): string {
  return `${source} ${id} about ${ecosystem ?? vendor ?? '-'}/${name}`;
}

function osvStatements({ id, aliases = [], upstream = [], related = [], affected, withdrawn }: Json): Statement[] {
  if (withdrawn != null) return [];
  const mentions = [id, ...aliases, ...upstream, ...related];
  return (affected ?? []).flatMap(({ package: subject, ranges = [], versions = [] }: Json) => {
    if (subject === undefined) return [];
    const intervals = (ranges ?? []).flatMap(({ type, events }: Json) => (type === 'GIT' ? [] : intervalsOf(events)));
    return [
      {
        source: 'osv',
        id,
        aliases,
        mentions,
        ecosystem: subject.ecosystem,
        vendor: null,
        name: subject.name,
        intervals,
        listed: versions ?? [],
        links: [],
      },
    ];
  });
}

/** Where a range begins and ends. Events that do not ascend are not plain: databases read them in several ways. */
function intervalsOf(events: readonly Readonly<Record<string, string>>[]): Interval[] {
  const bounds = events.flatMap((event) => Object.values(event)).filter(isPlain);
  if (bounds.some((bound, i) => i > 0 && compare(bounds[i - 1] ?? '0', bound) > 0)) return [];
  const intervals: Interval[] = [];
  let from: string | null = null;
  for (const event of events) {
    const { introduced, fixed, last_affected: last, limit } = event;
    if (introduced !== undefined) from = introduced;
    else if (from !== null) {
      intervals.push({ from, below: fixed ?? limit ?? null, upTo: last ?? null });
      from = null;
    }
  }
  return intervals;
}

function advisoryStatements({
  ghsa_id: id,
  cve_id: cve,
  vulnerabilities = [],
  withdrawn_at: withdrawn,
}: Json): Statement[] {
  if (withdrawn != null) return [];
  return vulnerabilities.map(({ package: subject, vulnerable_version_range: range }: Json) => {
    const bounds = new Map(
      String(range)
        .split(',')
        .map((text) => text.trim().split(' ')) as [string, string][],
    );
    const interval = { from: bounds.get('>=') ?? '0', below: bounds.get('<') ?? null, upTo: bounds.get('<=') ?? null };
    const isRead = [...bounds.keys()].every((operator) => ['>=', '<', '<='].includes(operator));
    const ecosystem = ADVISORY_ECOSYSTEMS[subject.ecosystem] ?? subject.ecosystem;
    return {
      source: 'advisory',
      id,
      aliases: cve === null ? [] : [cve],
      mentions: cve === null ? [id] : [id, cve],
      ecosystem,
      vendor: null,
      name: subject.name,
      intervals: isRead ? [interval] : [],
      listed: [],
      links: [],
    };
  });
}

/** The advisory database's names of ecosystems, in those of OSV. */
const ADVISORY_ECOSYSTEMS: Readonly<Record<string, string>> = {
  pip: 'PyPI',
  go: 'Go',
  maven: 'Maven',
  rust: 'crates.io',
  composer: 'Packagist',
  rubygems: 'RubyGems',
  nuget: 'NuGet',
  erlang: 'Hex',
  pub: 'Pub',
  actions: 'GitHub Actions',
  swift: 'SwiftURL',
};

/** Of the assigner's own part: what others add counts only where it leaves the version open. */
function cveStatements({ cveMetadata, containers }: Json): Statement[] {
  if (cveMetadata.state !== 'PUBLISHED') return [];
  const links = (containers?.cna?.references ?? []).map(({ url }: Json) => String(url));
  return (containers?.cna?.affected ?? []).flatMap(({ vendor, product, versions = [] }: Json) => {
    if (typeof product !== 'string' || product === 'n/a') return [];
    const affected = versions.filter(({ status }: Json) => status === 'affected');
    const others = versions.some(({ status, changes }: Json) => status !== 'affected' || changes !== undefined);
    const intervals = others
      ? []
      : affected.flatMap(({ version, lessThan, lessThanOrEqual }: Json) =>
          lessThan === undefined && lessThanOrEqual === undefined
            ? []
            : [{ from: String(version), below: lessThan ?? null, upTo: lessThanOrEqual ?? null }],
        );
    const listed = others
      ? []
      : affected.flatMap((each: Json) =>
          (each.lessThan ?? each.lessThanOrEqual) === undefined ? [String(each.version)] : [],
        );
    return [
      {
        source: 'cve_list_v5',
        id: cveMetadata.cveId,
        aliases: [],
        mentions: [cveMetadata.cveId],
        ecosystem: null,
        vendor: vendor ?? null,
        name: product,
        intervals,
        listed,
        links,
      },
    ];
  });
}

/** Nodes of one level that nothing is required beside. */
function nvdStatements({ cve }: Json): Statement[] {
  if (cve.vulnStatus === 'Rejected') return [];
  return (cve.configurations ?? []).flatMap(({ nodes = [], operator, negate }: Json) =>
    operator === 'AND' || negate
      ? []
      : nodes.flatMap(({ cpeMatch = [], operator: inner, negate: isNegated }: Json) =>
          inner === 'AND' || isNegated ? [] : cpeMatch.flatMap((match: Json) => cpeStatements(cve.id, match)),
        ),
  );
}

function cpeStatements(id: string, match: Json): Statement[] {
  const parts = String(match.criteria).split(':');
  const [vendor = '', name = '', version = '', update = ''] = parts.slice(3);
  // A CPE name for some system, edition or update is not a plain statement about the product.
  if (match.vulnerable !== true || parts.slice(7).some((part) => part !== '*' && part !== '-')) return [];
  const { versionStartIncluding: from = '0', versionEndExcluding: below, versionEndIncluding: upTo } = match;
  const isBounded = match.versionStartExcluding === undefined && (below ?? upTo) !== undefined;
  const intervals = isBounded ? [{ from, below: below ?? null, upTo: upTo ?? null }] : [];
  const listed = isPlain(version) && (update === '*' || update === '-') ? [version] : [];
  return [
    { source: 'nvd', id, aliases: [], mentions: [id], ecosystem: null, vendor, name, intervals, listed, links: [] },
  ];
}

/** Who owns the repository, or else the site. */
function makersOf(address: string): string[] {
  const match = /^https?:\/\/([^/]+)\/?([^/]*)/.exec(address.toLowerCase());
  if (match === null) return [];
  const [, host = '', owner = ''] = match;
  if (/^(github|gitlab|codeberg|bitbucket)\.(com|org)$/.test(host)) return owner === '' ? [] : [folded(owner)];
  const labels = host.split('.');
  return labels.length === 2 || labels[0] === 'www' ? [labels.at(-2) ?? ''] : [];
}

/** Releases of a distribution are parts of its ecosystem. */
function isWithin(stated: string | null, asked: string): boolean {
  return stated !== null && (stated === asked || stated.startsWith(`${asked}:`));
}

function folded(text: string): string {
  return text.toLowerCase().replaceAll('\\', '').replaceAll(' ', '_');
}

function isPlain(version: string): boolean {
  return /^\d{1,9}(\.\d{1,9})*$/.test(version);
}

function isInside(version: string, { from, below, upTo }: Interval): boolean {
  if (below === null && upTo === null) return false;
  if (![from, below, upTo].every((bound) => bound === null || isPlain(bound))) return false;
  if (compare(version, from) < 0) return false;
  return below === null ? compare(version, upTo ?? '0') <= 0 : compare(version, below) < 0;
}

function compare(a: string, b: string): number {
  const [first, second] = [a, b].map((each) => each.split('.').map(Number));
  for (let i = 0; i < Math.max(first?.length ?? 0, second?.length ?? 0); i += 1) {
    const difference = (first?.[i] ?? 0) - (second?.[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
