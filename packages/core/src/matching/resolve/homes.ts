import { FORGES, SECOND_LEVEL } from '../../names/forges.ts';

/** Where software lives, as far as an address tells. */
export interface Home {
  /** A word that stands for whoever makes it: the owner of a repository, the name of a site. */
  readonly maker: string;
  /** `github.com/westes/flex`; null where the address is not a repository's. */
  readonly repository: string | null;
  /** What two addresses of the same maker have in common: `github.com/westes`, `curl.se`. */
  readonly place: string;
  /** A site of its own: not a forge, a host of pages or a foundation that many share. */
  readonly own: boolean;
  /** Other words of the address, in lower case. */
  readonly subdomains: readonly string[];
  readonly path: readonly string[];
}

/** A package that the address of a registry names. */
export interface RegistryHome {
  readonly ecosystem: string;
  readonly name: string;
}

/**
 * Reads the address of a reference: null for those that records of any software have, such as databases of vulnerabilities,
 * distributions and mailing lists. They say nothing about whose software it is.
 */
export function referenceHomeOf(address: string): Home | null {
  const home = homeOf(address);
  return home === null || EVERYBODYS.has(home.place) ? null : home;
}

/** Reads an address; null for one that says nothing of a maker, such as a registry's. */
export function homeOf(address: string): Home | null {
  const split = splitAddress(address);
  if (split === null) return null;
  const found = placeOf(split);
  if (found === null) return null;
  const subdomains = split.host.split('.').slice(0, -2);
  return { ...found, subdomains, path: split.segments.slice(0, MOST_WORDS).map((word) => word.toLowerCase()) };
}

const MOST_WORDS = 8;

/** The host of an address that is a site of somebody's own; null for forges and hosts of pages. */
export function hostOf(address: string): string | null {
  const split = splitAddress(address);
  if (split === null || FORGES.has(split.host) || OWN_FORGE.test(split.host)) return null;
  return PAGES.some((suffix) => split.host.endsWith(suffix)) ? null : split.host;
}

function placeOf({ host, segments }: Address): Omit<Home, 'subdomains' | 'path'> | null {
  const [first = '', second = ''] = segments;
  if (FORGES.has(host) || OWN_FORGE.test(host)) {
    const owner = first.replace(/^~/, '').toLowerCase();
    if (owner === '' || NO_OWNERS.has(owner)) return null;
    const name = second.toLowerCase().replace(/\.git$/, '');
    return {
      maker: owner,
      repository: name === '' ? null : `${host}/${owner}/${name}`,
      place: `${host}/${owner}`,
      own: false,
    };
  }
  const pages = PAGES.find((suffix) => host.endsWith(suffix));
  if (pages !== undefined) {
    const owner = host.slice(0, -pages.length).split('.').at(-1) ?? '';
    const forge = PAGES_OF_FORGE.get(pages);
    const name = first === '' ? owner : first.toLowerCase();
    return {
      maker: owner,
      repository: forge === undefined ? null : `${forge}/${owner}/${name}`,
      place: forge === undefined ? host : `${forge}/${owner}`,
      own: false,
    };
  }
  const project = PROJECT_PATHS.get(host)?.exec(segments.join('/'))?.[1]?.toLowerCase();
  if (project !== undefined) return { maker: project, repository: null, place: `${host}/${project}`, own: false };
  const site = siteOf(host);
  if (site === null || NOBODYS.has(site)) return null;
  const shared = FOUNDATIONS.has(site);
  const name = site.split('.', 1)[0] ?? '';
  // A foundation's name says who, its path or subdomain which of the foundation's many.
  const part = shared
    ? host === site
      ? segments.find((each) => !ASIDES.has(each))
      : host.split('.', 1)[0]
    : undefined;
  return {
    maker: name,
    repository: null,
    place: part === undefined ? site : `${site}/${part.toLowerCase()}`,
    own: !shared,
  };
}

/** The package that a registry's page is about; null for any other address. */
export function registryHomeOf(address: string): RegistryHome | null {
  const split = splitAddress(address);
  if (split === null) return null;
  const [ecosystem, shape] = REGISTRIES.get(split.host) ?? [];
  const name = shape?.exec(split.segments.join('/'))?.[1];
  return ecosystem === undefined || name === undefined ? null : { ecosystem, name };
}

/** In lower case and without punctuation: `deno.land` and `denoland` are written alike. */
export function squeezed(name: string): string {
  return name.toLowerCase().replace(PUNCTUATION, '');
}

/** `Apache Software Foundation`, `apache` and `apache-foundation` are one maker. */
export function plainMaker(name: string): string {
  let word = squeezed(name);
  for (let cut = true; cut; ) {
    const suffix = FORMS.find((each) => word.endsWith(each) && word.length > each.length + 1);
    cut = suffix !== undefined;
    if (suffix !== undefined) word = word.slice(0, -suffix.length);
  }
  return word;
}

/**
 * Whether two words stand for one maker of a product. Legal forms do not count; but where both makers are named after the
 * product and differ in what follows (`cockpit-hq`, `cockpit-project`), they are two.
 */
export function isSameMaker(a: string, b: string, product: string): boolean {
  const [first, second] = [squeezed(a), squeezed(b)];
  if (first === '' || second === '') return false;
  if (first === second) return true;
  const [plainA, plainB] = [plainMaker(a), plainMaker(b)];
  if (plainA !== plainB) return false;
  return plainA === first || plainB === second || plainA !== squeezed(product);
}

/** Words that stand for whoever makes it: `deno.land` is by `deno` and by `denoland`. */
export function makerWords({ maker, place, own }: Home): string[] {
  const words = own ? [maker, place] : [maker, place.startsWith('gnu.org/') ? 'gnu' : maker];
  return [...new Set(words)].filter((word) => word.length > 1);
}

const PUNCTUATION = /[^\p{L}\p{N}]/gu;

/** Legal forms, and what projects put behind their names. */
const FORMS: readonly string[] = [
  'softwarefoundation',
  'foundation',
  'corporation',
  'community',
  'software',
  'project',
  'systems',
  'group',
  'limited',
  'team',
  'labs',
  'corp',
  'gmbh',
  'inc',
  'llc',
  'ltd',
  'org',
  'dev',
  'hq',
];

const LONGEST = 500;

interface Address {
  readonly host: string;
  readonly segments: readonly string[];
}

function splitAddress(address: string): Address | null {
  const [, hostname, path = ''] = ADDRESS.exec(address.slice(0, LONGEST)) ?? [];
  if (hostname === undefined) return null;
  const host = hostname.toLowerCase().replace(/^www\d?\./, '');
  return { host, segments: path.split('/').filter((segment) => segment !== '') };
}

/** The host and the path, without what is asked of it. */
const ADDRESS =
  /^(?:git\+)?(?:https?|git|ssh):\/\/(?:[^/?#@]{0,100}@)?([^/?#:@]{1,253})(?::\d{1,5})?(\/[^?#]{0,400})?/i;

/** The name and its public suffix: `openssl.org` of `docs.openssl.org`, `bbc.co.uk` of `www.bbc.co.uk`. */
function siteOf(host: string): string | null {
  const labels = host.split('.');
  if (labels.length < 2) return null;
  const [second = '', last = ''] = labels.slice(-2);
  const short = last.length === 2 && SECOND_LEVEL.has(second) && labels.length > 2;
  return labels.slice(short ? -3 : -2).join('.');
}

/** A forge of one's own: gitlab.gnome.org/World/podcasts. */
const OWN_FORGE = /^(?:gitlab|gitea|forgejo|invent|salsa)\./;

/** Paths of a forge that belong to nobody: the addresses of advisories, for one. */
const NO_OWNERS: ReadonlySet<string> = new Set([
  'advisories',
  'security',
  'explore',
  'features',
  'topics',
  'orgs',
  'search',
]);

/** The label before is the owner. */
const PAGES: readonly string[] = [
  '.github.io',
  '.gitlab.io',
  '.codeberg.page',
  '.sourceforge.net',
  '.sourceforge.io',
  '.readthedocs.io',
  '.readthedocs.org',
  '.bitbucket.io',
  '.netlify.app',
  '.vercel.app',
  '.pages.dev',
];
const PAGES_OF_FORGE: ReadonlyMap<string, string> = new Map([
  ['.github.io', 'github.com'],
  ['.gitlab.io', 'gitlab.com'],
  ['.codeberg.page', 'codeberg.org'],
]);

/** Sites of many projects, and where in the path a project's name stands. */
const PROJECT_PATHS: ReadonlyMap<string, RegExp> = new Map([
  ['sourceforge.net', /^(?:projects|p)\/([^/]+)/],
  ['launchpad.net', /^(?:~[^/]+\/)?([^/]+)/],
  ['gnu.org', /^software\/([^/]+)/],
  ['git.savannah.gnu.org', /^(?:cgit|git)\/([^/]+?)(?:\.git)?(?:\/|$)/],
  ['savannah.gnu.org', /^projects\/([^/]+)/],
  ['savannah.nongnu.org', /^projects\/([^/]+)/],
  ['nongnu.org', /^([^/]+)/],
]);

/** Makers of many things: the site names the maker, not the software. */
const FOUNDATIONS: ReadonlySet<string> = new Set([
  'apache.org',
  'eclipse.org',
  'freedesktop.org',
  'gnome.org',
  'gnu.org',
  'kde.org',
  'mozilla.org',
  'x.org',
  'sourceware.org',
]);
const ASIDES: ReadonlySet<string> = new Set(['software', 'wiki', 'projects', 'products', 'en', 'en-us', 'project']);

/** Registries and hosts of anything: the site says nothing about whose software it is. */
const NOBODYS: ReadonlySet<string> = new Set(
  [
    'pypi.org npmjs.com npmjs.org crates.io docs.rs lib.rs rubygems.org rubydoc.info haskell.org r-project.org bioconductor.org',
    'metacpan.org cpan.org packagist.org hex.pm hexdocs.pm nuget.org ctan.org melpa.org go.dev godoc.org maven.org',
    'mvnrepository.com sonatype.org sourceforge.net launchpad.net archive.org githubusercontent.com google.com googlesource.com android.com',
    'blogspot.com wordpress.com notion.site quicklisp.org readthedocs.io medium.com youtube.com wikipedia.org',
  ].flatMap((line) => line.split(' ')),
);

/** Places that records of any software point to. */
const EVERYBODYS: ReadonlySet<string> = new Set(
  [
    'nist.gov cve.org mitre.org cisa.gov first.org osv.dev snyk.io vuldb.com cvedetails.com vulncheck.com tenable.com huntr.dev',
    'huntr.com hackerone.com bugcrowd.com exploit-db.com packetstormsecurity.com packetstorm.news securityfocus.com',
    'securitytracker.com zerodayinitiative.com talosintelligence.com openwall.com seclists.org marc.info secunia.com cert.org jvn.jp',
    'debian.org ubuntu.com canonical.com redhat.com fedoraproject.org centos.org suse.com opensuse.org gentoo.org archlinux.org',
    'alpinelinux.org freebsd.org netbsd.org nixos.org mageia.org almalinux.org rockylinux.org amazon.com oracle.com apple.com',
    'googlegroups.com twitter.com x.com stackoverflow.com reddit.com lwn.net bit.ly python.org rubysec.com rustsec.org',
    'patchstack.com wordfence.com wpscan.com wordpress.org jenkins.io drupal.org netapp.com broadcom.com vmware.com microsoft.com',
    'github.com/nixos github.com/cveproject github.com/github github.com/rustsec github.com/pypa github.com/advisories',
  ].flatMap((line) => line.split(' ')),
);

/** Registries: the ecosystem, and where in the path a package's name stands. */
const REGISTRIES: ReadonlyMap<string, readonly [ecosystem: string, shape: RegExp]> = new Map([
  ['pypi.org', ['PyPI', /^(?:project|simple)\/([^/]+)/]],
  ['pypi.python.org', ['PyPI', /^(?:project|simple|pypi)\/([^/]+)/]],
  ['crates.io', ['crates.io', /^crates\/([^/]+)/]],
  ['npmjs.com', ['npm', /^package\/((?:@[^/]+\/)?[^/]+)/]],
  ['npmjs.org', ['npm', /^package\/((?:@[^/]+\/)?[^/]+)/]],
  ['rubygems.org', ['RubyGems', /^gems\/([^/]+)/]],
  ['hackage.haskell.org', ['Hackage', /^package\/([^/]+)/]],
  ['packagist.org', ['Packagist', /^packages\/([^/]+\/[^/]+)/]],
  ['hex.pm', ['Hex', /^packages\/([^/]+)/]],
  ['nuget.org', ['NuGet', /^packages\/([^/]+)/]],
  ['pkg.go.dev', ['Go', /^([^@]+)/]],
]);

/** Words that stand for whoever makes an entry of the collection; sorted. */
export function makerWordsOf({
  makers,
  homepage,
}: {
  readonly makers: readonly string[];
  readonly homepage: string | null;
}): string[] {
  const home = homepage === null ? null : homeOf(homepage);
  const words = [...makers, ...(home === null ? [] : makerWords(home))];
  return [...new Set(words)].filter((word) => word.length > 1).sort();
}
