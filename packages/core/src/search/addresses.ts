import { extractIds } from '../ids/extract.ts';
import { percentDecode } from '../purl/percent.ts';
import type { SearchInput } from './search-input.ts';

/** Addresses that name what they show without an id in it: host, path, and what the groups of the path mean. */
const PLACES: readonly {
  readonly host: string;
  readonly path: RegExp;
  readonly read: (...parts: readonly string[]) => SearchInput;
}[] = [
  {
    host: 'github.com',
    path: /^\/NixOS\/nixpkgs\/(?:issues|pull)\/(\d{1,9})(?:\/|$)/i,
    read: (number = '') => ({ kind: 'issue', number: Number(number) }),
  },
  {
    host: 'cwe.mitre.org',
    path: /^\/data\/definitions\/(\d{1,6})\.html$/,
    read: (number = '') => ({ kind: 'weakness', id: `CWE-${Number(number)}` }),
  },
  { host: 'npmjs.com', path: /^\/package\/((?:@[^/]+\/)?[^/]+)(?:\/v\/([^/]+))?\/?$/, read: packageOf('npm') },
  { host: 'pypi.org', path: /^\/project\/([^/]+)(?:\/([^/]+))?\/?$/, read: packageOf('PyPI') },
  { host: 'crates.io', path: /^\/crates\/([^/]+)(?:\/([^/]+))?\/?$/, read: packageOf('crates.io') },
  { host: 'rubygems.org', path: /^\/gems\/([^/]+)(?:\/versions\/([^/]+))?\/?$/, read: packageOf('RubyGems') },
  { host: 'nuget.org', path: /^\/packages\/([^/]+)(?:\/([^/]+))?\/?$/, read: packageOf('NuGet') },
  { host: 'packagist.org', path: /^\/packages\/([^/]+\/[^/]+)\/?$/, read: packageOf('Packagist') },
];

const ADDRESS = /^(https?:\/\/)?(?:www\.)?([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}|localhost)(?::\d{1,5})?(\/.*)$/i;

/**
 * What an address shows: one of the places above, or the one id that it names, as the addresses of nearly all vulnerability databases do.
 * Null: it is no address, or it does not say.
 */
export function readAddress(text: string): SearchInput | null {
  if (/\s/.test(text)) return null;
  const [, scheme, host = '', rest = ''] = ADDRESS.exec(text) ?? [];
  if (host === '') return null;
  const path = rest.split(/[?#]/, 1)[0] ?? '';
  for (const place of PLACES) {
    const match = place.host === host.toLowerCase() ? place.path.exec(percentDecode(path) ?? path) : null;
    if (match !== null) return place.read(...match.slice(1));
  }
  // Without a scheme it may be a Go module with a version: only an id tells.
  const found = extractIds(percentDecode(rest) ?? rest).filter(({ kind }) => kind !== 'nixpkgs' && kind !== 'cwe');
  const [only] = found;
  if (only === undefined || found.length > 1) return scheme === undefined ? null : { kind: 'words', text };
  return only.kind === 'cve' ? { kind: 'cve', id: only.id } : { kind: 'advisory', id: only.id };
}

function packageOf(ecosystem: string) {
  return (name = '', version?: string): SearchInput => ({ kind: 'package', ecosystem, name, version: version ?? null });
}
