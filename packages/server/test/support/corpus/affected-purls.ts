import { purlOfPackage } from '@almanac/core/purl';
import { OSV_FILES } from '@almanac/twins';
import { corpusRecords } from '../../../../../test/corpus.ts';

/** A record in the form of OSV's schema, as far as it is read here. */
export interface OsvEntry {
  readonly id: string;
  readonly withdrawn?: string;
  readonly affected?: readonly AffectedEntry[] | null;
  readonly [member: string]: unknown;
}

interface AffectedEntry {
  readonly package?: { readonly ecosystem: string; readonly name: string; readonly purl?: string };
  readonly versions?: readonly string[] | null;
  readonly ranges?:
    | readonly {
        readonly type: string;
        readonly events: readonly Readonly<Record<string, string>>[];
      }[]
    | null;
}

/** Reads records of every database of the corpus: OSV's, and Debian's and Alpine's in the form that OSV gives them. */
export async function* readDatabases(share: number): AsyncGenerator<OsvEntry> {
  for (const name of OSV_FILES) yield* corpusRecords<OsvEntry>(`osv/${name}.jsonl.gz`, share);
  for await (const { record } of corpusRecords<{ record: OsvEntry }>('osv/samples.jsonl.gz')) yield record;
  yield* readDebian(share);
  yield* readAlpine(share);
}

/** Releases by the names that advisories use. */
const DEBIAN = new Map(Object.entries({ jessie: '8', stretch: '9', buster: '10', bullseye: '11', bookworm: '12' }));

async function* readDebian(share: number): AsyncGenerator<OsvEntry> {
  interface Advisory {
    readonly id: string;
    readonly releases: readonly { readonly release: string; readonly package: string; readonly fixed?: string }[];
  }
  for await (const { id, releases } of corpusRecords<Advisory>('vex/debian-dsa-dla.jsonl.gz', share)) {
    yield {
      id,
      modified: '2023-04-02T00:00:00Z',
      affected: releases.flatMap(({ release, package: name, fixed }) => {
        const number = DEBIAN.get(release);
        return number === undefined || fixed === undefined ? [] : [fixedEntry(`Debian:${number}`, name, fixed)];
      }),
    };
  }
}

async function* readAlpine(share: number): AsyncGenerator<OsvEntry> {
  interface Fixes {
    readonly branch: string;
    readonly package: string;
    readonly secfixes: Readonly<Record<string, readonly string[]>>;
  }
  for await (const { branch, package: name, secfixes } of corpusRecords<Fixes>('vex/alpine-secdb.jsonl.gz', share)) {
    const versions = Object.keys(secfixes).filter((version) => version !== '0');
    yield {
      id: `ALPINE-${branch}-${name}`,
      modified: '2020-06-08T00:00:00Z',
      affected: versions.map((version) => fixedEntry(`Alpine:${branch}`, name, version)),
    };
  }
}

function fixedEntry(ecosystem: string, name: string, fixed: string): AffectedEntry {
  return {
    package: { ecosystem, name },
    ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
  };
}

/** Lists purls that tools write for an affected version of the package of an entry, or says why there is none. */
export function listAffectedPurls(entry: AffectedEntry): string[] | 'no package' | 'no version' | 'no purl' {
  if (entry.package === undefined) return 'no package';
  const version = findAffectedVersion(entry);
  if (version === null) return 'no version';
  const { ecosystem, name, purl: own } = entry.package;
  const uuid = /[?&]uuid=([^&]+)/.exec(own ?? '')?.[1];
  const qualifiers = uuid === undefined ? {} : { uuid };
  const { purl } = purlOfPackage({ ecosystem, name, version: null, qualifiers });
  if (purl === null) return 'no purl';
  const write = (changes: Partial<typeof purl>, at = version, ...more: readonly string[]) => {
    const path = [changes.namespace ?? purl.namespace, changes.name ?? purl.name].filter((part) => part !== null);
    const written = { ...purl.qualifiers, ...changes.qualifiers };
    const pairs = [...Object.entries(written).map(([key, value]) => `${key}=${encodeURIComponent(value)}`), ...more];
    const address = path.join('/').split('/').map(encodeURIComponent).join('/');
    return `pkg:${purl.type}/${address}@${encodeURIComponent(at)}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
  };
  switch (purl.type) {
    case 'deb':
    case 'apk':
      // Records of Wolfi and Chainguard name every package that is built.
      if (purl.namespace === 'wolfi' || purl.namespace === 'chainguard')
        return [write({}), write({}, version, 'arch=x86_64')];
      return [
        // syft for a binary of another name, and for one of the same name; lists of dpkg; trivy's package URL alone.
        write({ name: `${purl.name}-tools` }, version, 'arch=amd64', `upstream=${encodeURIComponent(purl.name)}`),
        write({ name: `${purl.name}-tools` }, '99', `upstream=${encodeURIComponent(`${purl.name}@${version}`)}`),
        write({}, version, 'arch=amd64'),
        write({}, version, 'arch=source'),
        write({ name: `${purl.name}-tools` }, version, 'arch=amd64'),
      ];
    case 'rpm': {
      const [epoch, rest] = version.includes(':') ? version.split(':', 2) : ['', version];
      const other = purl.namespace === 'almalinux' ? ['alma'] : [];
      return [purl.namespace ?? '', ...other].flatMap((namespace) => [
        write({ namespace }, rest, 'arch=x86_64', ...(epoch === '' ? [] : [`epoch=${epoch}`])),
        write({ namespace }, rest, 'arch=x86_64', `upstream=${encodeURIComponent(`${purl.name}-${rest}.src.rpm`)}`),
      ]);
    }
    case 'golang':
      return purl.name === 'stdlib'
        ? [write({}), write({}, `go${version}`)]
        : [write({}), write({}, `v${version}`), write({}, `v${version}`, 'type=module')];
    case 'composer':
    case 'maven':
      return [
        write({}),
        write({ qualifiers: { repository_url: 'https://mirror.example.org' } }),
        `pkg:${purl.type}/${purl.namespace}/${purl.name}@${encodeURIComponent(version)}`,
      ];
    case 'npm':
      return [write({}), write({}, `v${version}`)];
    case 'pypi':
      return [write({}), write({ name: name.replaceAll('-', '_') }), write({ name: name.toUpperCase() })];
    default:
      return [write({})];
  }
}

const SMALLEST: ReadonlyMap<string, string> = new Map([
  ['Debian', '0-0'],
  ['Ubuntu', '0-0'],
  // rpm puts letters before numbers, and lshw is B.02.19.
  ['AlmaLinux', 'A-0'],
  ['Red Hat', 'A-0'],
  ['Rocky Linux', 'A-0'],
  ['Alpine', '0-r0'],
  ['Wolfi', '0-r0'],
  ['Chainguard', '0-r0'],
]);

/** A version that is surely affected: one that is listed, where a range begins, or the smallest of all. */
function findAffectedVersion({ package: named, versions, ranges }: AffectedEntry): string | null {
  const listed = versions?.[0];
  if (listed !== undefined) return listed;
  const events = ranges?.find(({ type }) => type !== 'GIT')?.events;
  const introduced = events?.find((event) => event['introduced'] !== undefined)?.['introduced'];
  if (events === undefined || introduced === undefined) return null;
  if (introduced !== '0') return introduced;
  const fixed = events.find((event) => event['fixed'] !== undefined)?.['fixed'];
  const smallest = SMALLEST.get(named?.ecosystem.split(':', 1)[0] ?? '') ?? '0.0.0';
  // Nothing is below such a fix.
  return /^(?:\d+:)?0(?:[-.r]*0)*(?:$|[-~])/.test(fixed ?? '') ? null : smallest;
}
