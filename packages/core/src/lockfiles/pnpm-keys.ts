import { splitRequest } from './yarn-requests.ts';

/** The generations of pnpm's lockfile differ in how they name a package: `/a/1.0.0_b@2.0.0`, `/a@1.0.0(b@2.0.0)`, `a@1.0.0(b@2.0.0)`. */
export type PnpmMajor = 5 | 6 | 9;

/** The name and the version, or the address in its place, that a key of `packages` consists of. */
export function splitKey(major: PnpmMajor, key: string): { readonly name: string; readonly version: string } {
  const plain = withoutPeers(key.startsWith('/') ? key.slice(1) : key);
  if (major !== 5) {
    const { name, range } = splitRequest(plain);
    return { name, version: range };
  }
  const slash = plain.lastIndexOf('/');
  const [version = ''] = plain.slice(slash + 1).split('_', 1);
  return { name: plain.slice(0, Math.max(0, slash)), version };
}

/** The key of what a dependency was resolved to; null for a link to a folder. */
export function buildKey(major: PnpmMajor, name: string, reference: string): string | null {
  if (reference.startsWith('link:')) return null;
  const plain = withoutPeers(reference);
  if (major === 9) return isAlias(plain) ? reference : `${name}@${reference}`;
  if (plain.includes('/') || plain.startsWith('file:')) return reference;
  return `/${name}${major === 5 ? '/' : '@'}${reference}`;
}

/** Without the peers in brackets that tell one installation of a package from another. */
export function withoutPeers(key: string): string {
  const bracket = key.indexOf('(');
  return bracket === -1 ? key : key.slice(0, bracket);
}

/** `real-name@1.0.0`, not `1.0.0` nor `https://user@host/…`. */
function isAlias(reference: string): boolean {
  const at = reference.indexOf('@', 1);
  const colon = reference.indexOf(':');
  return at !== -1 && (colon === -1 || at < colon);
}
