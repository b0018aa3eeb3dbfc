import { corpusLines } from '../../corpus/lines.ts';
import type { FamousOsv } from '../record.ts';

/** Well-known packages by their distribution names. */
const NAMES: ReadonlySet<string> = new Set(
  `
apache2 bash busybox containerd coreutils cups curl dbus dnsmasq docker docker.io dovecot expat
git gnutls gnutls28 go haproxy jq krb5 libwebp nginx openssh openssl perl php7.4 pillow policykit-1
postgresql postgresql-13 python-django rails redis rsync ruby ruby-nokogiri runc sqlite sudo systemd tomcat9
unbound unzip util-linux vim wget wordpress xz-utils zlib
`
    .trim()
    .split(/\s/),
);

/** The latest releases in the corpus. */
const DEBIAN_RELEASES: ReadonlyMap<string, string> = new Map([
  ['buster', 'Debian:10'],
  ['bullseye', 'Debian:11'],
]);
const ALPINE_BRANCHES: ReadonlySet<string> = new Set(['v3.10', 'v3.11']);

/** In OSV's export format. */
export async function distributionRecords(root: string): Promise<FamousOsv[]> {
  return [...(await debianRecords(root)), ...(await alpineRecords(root))];
}

interface DebianAdvisory {
  readonly id: string;
  readonly date: string;
  readonly cves: readonly string[];
  readonly releases: readonly { readonly release: string; readonly package: string; readonly fixed?: string }[];
}

async function debianRecords(root: string): Promise<FamousOsv[]> {
  const records: FamousOsv[] = [];
  for await (const line of corpusLines(root, 'vex/debian-dsa-dla.jsonl.gz')) {
    const { id, date, cves, releases } = JSON.parse(line.toString()) as DebianAdvisory;
    const packages = releases.flatMap(({ release, package: name, fixed }) => {
      const ecosystem = DEBIAN_RELEASES.get(release);
      return ecosystem === undefined || fixed === undefined || !NAMES.has(name)
        ? []
        : [[ecosystem, name, `0 < ${fixed}`] as const];
    });
    const published = `${date}T00:00:00Z`;
    if (packages.length > 0 && cves.length > 0) {
      records.push({ id, published, modified: published, upstream: cves, packages });
    }
  }
  return records;
}

interface AlpineFixes {
  readonly branch: string;
  readonly package: string;
  /** Ids by fixed version; `0` means never affected. */
  readonly secfixes: Readonly<Record<string, readonly string[]>>;
}

const CVE_ID = /^CVE-\d{4}-\d{4,19}$/;

/** One record per CVE. The database gives no dates. */
async function alpineRecords(root: string): Promise<FamousOsv[]> {
  const packages = new Map<string, FamousOsv['packages'][number][]>();
  for await (const line of corpusLines(root, 'vex/alpine-secdb.jsonl.gz')) {
    const { branch, package: name, secfixes } = JSON.parse(line.toString()) as AlpineFixes;
    if (!ALPINE_BRANCHES.has(branch) || !NAMES.has(name)) continue;
    for (const [version, ids] of Object.entries(secfixes)) {
      for (const id of version === '0' ? [] : ids.filter((each) => CVE_ID.test(each))) {
        packages.set(id, [...(packages.get(id) ?? []), [`Alpine:${branch}`, name, `0 < ${version}`]]);
      }
    }
  }
  return Array.from(packages, ([id, affected]) => ({ id: `ALPINE-${id}`, upstream: [id], packages: affected }));
}
