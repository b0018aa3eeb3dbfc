import type { PurlParts } from '../purl/purl.ts';
import { vcsQualifiers } from './origin.ts';
import { quoted } from './problem.ts';

/** A requirement of pip, or why a line is none that names a package. */
export type Requirement =
  | {
      readonly name: string;
      /** That of an exact pin. */
      readonly version: string | null;
      readonly qualifiers: PurlParts['qualifiers'];
    }
  | { readonly name: null; readonly reason: string };

/** Reads `name[extras]==1.0; marker --hash=…`, `name @ address`, or an address (PEP 508 and pip's own forms). */
export function readRequirement(line: string): Requirement {
  const text = withoutOptions(line);
  const end = nameEnd(text);
  const name = text.slice(0, end);
  let rest = text.slice(end).trim();
  if (end === 0 || LOOKS_LIKE_ADDRESS.includes(text[end] ?? '')) return readAddress(text);
  if (rest.startsWith('[')) rest = rest.slice(rest.indexOf(']') + 1 || rest.length).trim();
  if (rest.startsWith('@')) {
    const [address = ''] = rest.slice(1).trim().split(' ', 1);
    return { name, version: wheelOf(address)?.version ?? null, qualifiers: addressQualifiers(address) };
  }
  const [specifier = ''] = rest.split(';', 1);
  const version = pinOf(specifier.trim());
  if (version === undefined || !isName(name)) return { name: null, reason: `not a requirement: ${quoted(text)}` };
  return { name, version, qualifiers: null };
}

/** After the first word that begins with two hyphens come hashes and settings. */
function withoutOptions(line: string): string {
  const at = line.search(/[ \t]--/);
  return (at === -1 ? line : line.slice(0, at)).trim();
}

/** What follows a name in `dir/file`, `https://…` and `git+https://…`. */
const LOOKS_LIKE_ADDRESS: readonly string[] = [':', '/', '+', '\\'];

function nameEnd(text: string): number {
  let at = 0;
  while (at < text.length && /[A-Za-z0-9._-]/.test(text[at] ?? '')) at += 1;
  return at;
}

function isName(name: string): boolean {
  return /^[A-Za-z0-9]/.test(name) && /[A-Za-z0-9]$/.test(name);
}

/** The version of `==1.0`, null for ranges, undefined where it is no specifier. */
function pinOf(specifier: string): string | null | undefined {
  const bare = specifier.startsWith('(') && specifier.endsWith(')') ? specifier.slice(1, -1) : specifier;
  if (bare.trim() === '') return null;
  const pins = new Set<string>();
  for (const clause of bare.split(',').map((part) => part.trim())) {
    const operator = OPERATORS.find((known) => clause.startsWith(known));
    const value = clause.slice(operator?.length ?? 0).trim();
    if (operator === undefined || value === '' || /\s/.test(value)) return undefined;
    if (operator === '===' || (operator === '==' && !value.endsWith('.*'))) pins.add(value);
  }
  const [pin] = pins;
  return pins.size === 1 && pin !== undefined ? pin : null;
}

/** Longer ones first (PEP 440). */
const OPERATORS: readonly string[] = ['===', '==', '~=', '!=', '<=', '>=', '<', '>'];

function readAddress(text: string): Requirement {
  const [address = ''] = text.split(' ', 1);
  const wheel = wheelOf(address);
  const name = eggOf(address) ?? wheel?.name ?? null;
  if (name === null || !isName(name)) {
    return {
      name: null,
      reason: `a file, folder or URL that does not name the package: ${quoted(address)}`,
    };
  }
  return { name, version: wheel?.version ?? null, qualifiers: addressQualifiers(address) };
}

function addressQualifiers(address: string): PurlParts['qualifiers'] {
  const [bare = ''] = address.split('#', 1);
  if (bare.startsWith('git+')) return vcsQualifiers(bare, null);
  if (bare.startsWith('hg+') || bare.startsWith('svn+') || bare.startsWith('bzr+')) return { vcs_url: bare };
  return bare.startsWith('http') ? { download_url: bare } : null;
}

/** `…#egg=name[extras]&subdirectory=…` */
function eggOf(address: string): string | null {
  const at = address.indexOf('#');
  if (at === -1) return null;
  const egg = address
    .slice(at + 1)
    .split('&')
    .find((part) => part.startsWith('egg='));
  const [name = ''] = egg?.slice('egg='.length).split('[', 1) ?? [];
  return name === '' ? null : name;
}

/** A wheel is named `name-version(-build)-python-abi-platform.whl` (PEP 427). */
function wheelOf(address: string): { readonly name: string; readonly version: string } | null {
  const [bare = ''] = address.split('#', 1);
  if (!bare.endsWith('.whl')) return null;
  const file = bare.slice(bare.lastIndexOf('/') + 1).split('-');
  const [name = '', version = ''] = file;
  return file.length === 5 || file.length === 6 ? { name, version } : null;
}
