/** Other types get an empty result, not an error. */
const TYPES: Readonly<Record<string, string>> = {
  npm: 'npm',
  PyPI: 'pypi',
  Maven: 'maven',
  Go: 'golang',
  Packagist: 'composer',
  NuGet: 'nuget',
  'crates.io': 'cargo',
  RubyGems: 'gem',
  Hex: 'hex',
  Debian: 'deb',
  Alpine: 'apk',
};

/** Without a version, as in records. */
export function purlOf(ecosystem: string, name: string): string | undefined {
  const base = baseOf(ecosystem);
  const type = TYPES[base];
  if (type === undefined) return undefined;
  if (base === 'Debian' || base === 'Alpine') return `pkg:${type}/${base.toLowerCase()}/${encodeURIComponent(name)}`;
  const path = base === 'Maven' ? name.replace(':', '/') : name;
  return `pkg:${type}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

interface PackageAsked {
  readonly ecosystem: string;
  readonly name: string;
  readonly version: string | null;
}

/** Null for types that OSV does not know. */
export function packageOfPurl(purl: string): PackageAsked | null {
  const [plain = ''] = purl.split(/[?#]/, 1);
  const [type = '', ...path] = plain.slice('pkg:'.length).split('/');
  const [ecosystem] = Object.entries(TYPES).find(([, known]) => known === type) ?? [];
  if (!plain.startsWith('pkg:') || ecosystem === undefined) return null;
  const last = path.pop() ?? '';
  const at = last.lastIndexOf('@');
  const name = at > 0 ? last.slice(0, at) : last;
  const distribution = ecosystem === 'Debian' || ecosystem === 'Alpine';
  const parts = [...(distribution ? [] : path), name].map(decoded);
  return {
    ecosystem,
    name: parts.join(ecosystem === 'Maven' ? ':' : '/'),
    version: at > 0 ? decoded(last.slice(at + 1)) : null,
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** `Debian:12` → `Debian` */
export function baseOf(ecosystem: string): string {
  const colon = ecosystem.indexOf(':');
  return colon === -1 ? ecosystem : ecosystem.slice(0, colon);
}
