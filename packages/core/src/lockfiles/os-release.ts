import { splitLines } from './lines.ts';

/** The distribution of a system, as far as package URLs need it. */
export interface System {
  /** The namespace of its packages: `debian`, `alpine`, `almalinux`. */
  readonly namespace: string;
  /** The qualifier `distro`: `debian-12`, `alpine-3.20.3`; null where the release is not known. */
  readonly distro: string | null;
}

/** The distribution that a file os-release names; null where it names none. https://www.freedesktop.org/software/systemd/man/os-release.html */
export function readOsRelease(text: string): System | null {
  const fields = new Map<string, string>();
  for (const { text: line } of splitLines(text.slice(0, LONGEST))) {
    const equals = line.indexOf('=');
    if (equals > 0) fields.set(line.slice(0, equals).trim(), unquoted(line.slice(equals + 1).trim()));
  }
  const id = fields.get('ID')?.toLowerCase() ?? '';
  if (!ID.test(id)) return null;
  return toSystem(id, fields.get('VERSION_ID') ?? fields.get('VERSION_CODENAME') ?? null);
}

/** The system of an `ID` and a `VERSION_ID` of os-release. */
export function toSystem(id: string, release: string | null): System {
  const namespace = NAMESPACES.get(id) ?? id;
  const known = release !== null && RELEASE.test(release);
  return { namespace, distro: known ? `${namespace}-${release}` : null };
}

/** A real file has less than two thousand characters. */
const LONGEST = 20_000;
const ID = /^[a-z0-9._-]{1,64}$/;
const RELEASE = /^[A-Za-z0-9._-]{1,64}$/;

function unquoted(value: string): string {
  const [first = ''] = value;
  return (first === '"' || first === "'") && value.length > 1 && value.endsWith(first) ? value.slice(1, -1) : value;
}

/** Where the namespace of a package URL is not the `ID`. */
const NAMESPACES: ReadonlyMap<string, string> = new Map([
  ['rhel', 'redhat'],
  ['rocky', 'rocky-linux'],
  ['azurelinux', 'azure-linux'],
  ['mariner', 'azure-linux'],
  ['opensuse-leap', 'opensuse'],
  ['opensuse-tumbleweed', 'opensuse'],
  ['sles', 'suse'],
  ['sled', 'suse'],
]);
