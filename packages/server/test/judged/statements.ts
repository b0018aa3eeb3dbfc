import type { Vulnerability } from './records.ts';
import type { CveAffected, CveVersion, NvdMatch, OsvAffected } from './shapes.ts';
import type { Bound } from './versions.ts';

/** What one record says about one product. */
export interface Statement {
  readonly source: 'cve' | 'nvd' | 'osv';
  readonly record: string;
  /** OSV's ecosystem, where the record names one. */
  readonly ecosystem: string | null;
  readonly names: readonly string[];
  readonly vendor: string | null;
  readonly purl: string | null;
  readonly withdrawn: boolean;
  readonly bounds: readonly Bound[];
}

export function statementsOf(vulnerability: Vulnerability): Statement[] {
  return [...statementsOfCve(vulnerability), ...statementsOfNvd(vulnerability), ...statementsOfOsv(vulnerability)];
}

function statementsOfCve(vulnerability: Vulnerability): Statement[] {
  const record = vulnerability.cve();
  const containers = [record?.containers.cna ?? {}, ...(record?.containers.adp ?? [])];
  return containers.flatMap(({ affected }) =>
    (affected ?? []).map((entry) => ({
      source: 'cve',
      record: vulnerability.id,
      ecosystem: ecosystemOfCollection(entry.collectionURL ?? ''),
      names: namesOfEntry(entry),
      vendor: entry.vendor ?? null,
      purl: null,
      withdrawn: record?.cveMetadata.state === 'REJECTED',
      bounds: (entry.versions ?? []).slice(0, MOST_VERSIONS).flatMap(boundsOfVersion),
    })),
  );
}

const MOST_VERSIONS = 200;

function namesOfEntry({ product, packageName }: CveAffected): string[] {
  return [packageName, product].filter((name) => name !== undefined && name !== '' && name !== 'n/a') as string[];
}

const COLLECTIONS: readonly (readonly [string, string])[] = [
  ['repo.maven.apache.org', 'Maven'],
  ['pkg.go.dev', 'Go'],
  ['pypi.', 'PyPI'],
  ['packagist.org', 'Packagist'],
  ['npmjs.', 'npm'],
  ['rubygems.org', 'RubyGems'],
  ['crates.io', 'crates.io'],
  ['nuget.org', 'NuGet'],
  ['hex.pm', 'Hex'],
  ['pub.dev', 'Pub'],
  ['hackage.haskell.org', 'Hackage'],
  ['cran.r-project.org', 'CRAN'],
];

function ecosystemOfCollection(url: string): string | null {
  return COLLECTIONS.find(([host]) => url.includes(`//${host}`) || url.includes(`.${host}`))?.[1] ?? null;
}

function boundsOfVersion(entry: CveVersion): Bound[] {
  if (entry.versionType === 'git') return [];
  const { version = '', lessThan, lessThanOrEqual } = entry;
  if (entry.status === 'unaffected') {
    return lessThan === undefined && lessThanOrEqual === undefined ? [{ kind: 'unaffected', version }] : [];
  }
  if (entry.status === 'unknown') return [];
  const changes: Bound[] = (entry.changes ?? []).flatMap(({ at, status }) =>
    at === undefined ? [] : [{ kind: status === 'unaffected' ? 'fixed' : 'introduced', version: at }],
  );
  if (lessThan === undefined && lessThanOrEqual === undefined) return [...boundsOfText(version), ...changes];
  const bounds: Bound[] = [{ kind: 'introduced', version }, ...changes];
  if (lessThan !== undefined) bounds.push(...boundsOfText(lessThan, 'fixed'));
  if (lessThanOrEqual !== undefined) bounds.push(...boundsOfText(lessThanOrEqual, 'last_affected'));
  return bounds;
}

/** Version text as people write it: `>= 1.0, < 1.4`, `before 1.4`, `1.3 and earlier`. A plain version is of the given kind. */
function boundsOfText(text: string, plain: Bound['kind'] = 'enumerated'): Bound[] {
  if (text.length > 200) return [];
  return text.split(/[,;]/).flatMap((piece): Bound[] => {
    const trimmed = piece.trim();
    const version = /v?\d[\w.+~:^-]*/i.exec(trimmed)?.[0].replace(/[.:]+$/, '');
    if (version === undefined) return [];
    if (/^<=|\b(?:through|up to|and (?:earlier|prior|below|older))/i.test(trimmed)) {
      return [{ kind: 'last_affected', version }];
    }
    if (/^<|\b(?:before|prior to|earlier than)\b/i.test(trimmed)) return [{ kind: 'fixed', version }];
    if (trimmed.startsWith('>=')) return [{ kind: 'introduced', version }];
    if (/^[>!~^]/.test(trimmed)) return [];
    return trimmed.replace(/^=\s*/, '') === version ? [{ kind: plain, version }] : [];
  });
}

function statementsOfNvd(vulnerability: Vulnerability): Statement[] {
  const matches = (vulnerability.nvd()?.cve.configurations ?? []).flatMap(({ nodes }) =>
    nodes.flatMap(({ cpeMatch }) => cpeMatch.filter(({ vulnerable }) => vulnerable)),
  );
  return matches.slice(0, 500).map((match) => {
    const [vendor = '', product = ''] = cpeParts(match.criteria).slice(3);
    return {
      source: 'nvd',
      record: vulnerability.id,
      ecosystem: null,
      names: [product],
      vendor,
      purl: null,
      withdrawn: false,
      bounds: boundsOfMatch(match),
    };
  });
}

export function cpeParts(criteria: string): string[] {
  return criteria.split(/(?<!\\):/).map((part) => part.replace(/\\(.)/g, '$1'));
}

function boundsOfMatch(match: NvdMatch): Bound[] {
  const bounds: Bound[] = [];
  const [version = '*', update = '*'] = cpeParts(match.criteria).slice(5);
  if (match.versionStartIncluding) bounds.push({ kind: 'introduced', version: match.versionStartIncluding });
  if (match.versionEndExcluding) bounds.push({ kind: 'fixed', version: match.versionEndExcluding });
  if (match.versionEndIncluding) bounds.push({ kind: 'last_affected', version: match.versionEndIncluding });
  if (bounds.length === 0 && ['*', '-'].includes(update)) bounds.push({ kind: 'enumerated', version });
  return bounds;
}

function statementsOfOsv({ osv }: Vulnerability): Statement[] {
  return osv.flatMap(({ record }) =>
    (record.affected ?? []).slice(0, 600).flatMap((entry) => {
      const { ecosystem, name, purl } = entry.package ?? {};
      if (ecosystem === undefined || name === undefined) return [];
      return {
        source: 'osv' as const,
        record: record.id,
        ecosystem,
        names: [name],
        vendor: null,
        purl: purl ?? null,
        withdrawn: record.withdrawn !== undefined && record.withdrawn !== null,
        bounds: boundsOfOsv(entry),
      };
    }),
  );
}

function boundsOfOsv({ ranges, versions }: OsvAffected): Bound[] {
  const events = (ranges ?? []).filter(({ type }) => type !== 'GIT').flatMap(({ events }) => events ?? []);
  const ofEvents = events.flatMap((event) =>
    (['introduced', 'fixed', 'last_affected'] as const).flatMap((kind): Bound[] =>
      typeof event[kind] === 'string' ? [{ kind, version: event[kind] }] : [],
    ),
  );
  const listed = (versions ?? []).slice(0, MOST_VERSIONS);
  return [...ofEvents, ...listed.map((version): Bound => ({ kind: 'enumerated', version }))];
}
