/** `Foo_Bar.baz` and `foo bar-baz` → `foo-bar-baz` */
export function foldedName(name: string): string {
  return name.toLowerCase().replaceAll(SEPARATORS, '-');
}

const SEPARATORS = /[\s._-]+/g;

/** Adds the last part: a Go module, a Maven artifact, an npm package without its scope. */
export function namesIn(name: string): string[] {
  const folded = foldedName(name);
  const parts = name.split(/[/:]/).filter((part) => part !== '');
  const last = parts.findLast((part) => !MAJOR_VERSION.test(part));
  return last === undefined || last === name ? [folded] : [folded, foldedName(last)];
}

/** `github.com/a/b/v4` is named b. */
const MAJOR_VERSION = /^v\d+$/;

const ADDRESS =
  /^(?:git\+)?(?:https?|git|ssh):\/\/(?:[^/?#@]{0,100}@)?([^/?#:@]{1,253})(?::\d{1,5})?\/([^?#]{0,2000})/i;
const FORGES: ReadonlySet<string> = new Set(['github.com', 'gitlab.com', 'codeberg.org', 'bitbucket.org', 'gitee.com']);
const OWN_FORGE = /^(?:git|gitlab|gitea|invent|code|salsa|forge)\./;
/** First path segments that are not owners. */
const NO_OWNERS: ReadonlySet<string> = new Set(['advisories', 'orgs', 'users', 'search', 'explore', 'security']);

/** Returns `host/owner/name`, or null. */
export function repositoryOfPackage(link: string): string | null {
  const [, named, path = ''] = ADDRESS.exec(link) ?? [];
  const host = named?.toLowerCase().replace(/^www\./, '');
  if (host === undefined || !(FORGES.has(host) || OWN_FORGE.test(host))) return null;
  const [owner = '', name = ''] = path.toLowerCase().split('/');
  const repository = name.replace(/\.git$/, '');
  return owner === '' || repository === '' || NO_OWNERS.has(owner) ? null : `${host}/${owner}/${repository}`;
}

/** `https://www.openssl.org/` → `openssl`; null for forges, which host everybody. */
export function hostWord(link: string): string | null {
  const [, host] = /^https?:\/\/([^/?#:@]{1,253})/i.exec(link) ?? [];
  if (host === undefined || FORGES.has(host.toLowerCase().replace(/^www\./, ''))) return null;
  const labels = host.toLowerCase().split('.');
  if (labels.length > 2 && /^(?:github|gitlab)\.io$/.test(labels.slice(-2).join('.'))) return labels.at(-3) ?? null;
  return labels.at(-2) ?? null;
}
