import { FORGES, SECOND_LEVEL } from '../names/forges.ts';

/** Where a package says it comes from. */
export interface Origins {
  /** Addresses of home pages, sources, lists of changes. */
  readonly links: readonly string[];
  /** The file in which the collection defines it: `pkgs/desktops/gnome/core/evince/default.nix:34`. */
  readonly position: string | null;
}

/** Words that say who makes a package, in lower case: the owner of its repository, the name of its site. */
export function makersOf({ links, position }: Origins): string[] {
  const words = [...links.flatMap(makersOfLink), ...makersOfPosition(position)].map((word) => word.toLowerCase());
  return [...new Set(words)].filter((word) => word !== '').sort();
}

function makersOfLink(link: string): string[] {
  const [, hostname, first = ''] = ADDRESS.exec(link) ?? [];
  if (hostname === undefined) return [];
  const host = hostname.toLowerCase().replace(/^www\./, '');
  const labels = host.split('.');
  const owner = decoded(first).replace(/^~/, '');
  if (FORGES.has(host)) return [owner];
  const pages = PAGES.find((suffix) => host.endsWith(suffix));
  if (pages !== undefined) return [labels.at(-pages.split('.').length) ?? ''];
  if (REGISTRIES.has(host)) return [];
  const site = siteOf(labels);
  // A forge of one's own: https://gitlab.gnome.org/World/podcasts
  return OWN_FORGE.test(labels[0] ?? '') ? [site, owner] : [site];
}

/** The host and the first part of the path. */
const ADDRESS = /^https?:\/\/(?:[^/?#@]{0,100}@)?([^/?#:@]{1,253})(?::\d{1,5})?(?:\/+([^/?#]{0,200}))?/i;

/** The label before the public suffix: `openssl` of `docs.openssl.org`, `bbc` of `www.bbc.co.uk`. */
function siteOf(labels: readonly string[]): string {
  const [second = '', last = ''] = labels.slice(-2);
  const short = last.length === 2 && SECOND_LEVEL.has(second);
  return labels.at(short ? -3 : -2) ?? '';
}

/** Parts of the collection that are one maker's work. */
function makersOfPosition(position: string | null): string[] {
  const [, set] = MAKERS_FOLDER.exec(position ?? '') ?? [];
  return set === undefined ? [] : [set];
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const MAKERS_FOLDER =
  /^pkgs\/(?:desktops\/|applications\/editors\/|servers\/x11\/)?(gnome|kde|xfce|lxqt|mate|pantheon|deepin|jetbrains|xorg)\//;

const OWN_FORGE = /^(?:git|gitlab|gitea|forgejo|invent|code|salsa)$/;

/** The label before is the owner. */
const PAGES: readonly string[] = [
  '.github.io',
  '.gitlab.io',
  '.codeberg.page',
  '.sourceforge.net',
  '.sourceforge.io',
  '.readthedocs.io',
  '.wordpress.com',
  '.netlify.app',
  '.pages.dev',
];

/** Where everybody's packages are: the site says nothing about whose one is. */
const REGISTRIES: ReadonlySet<string> = new Set([
  'pypi.org',
  'pypi.python.org',
  'npmjs.com',
  'crates.io',
  'lib.rs',
  'docs.rs',
  'rubygems.org',
  'hackage.haskell.org',
  'cran.r-project.org',
  'bioconductor.org',
  'metacpan.org',
  'search.cpan.org',
  'packagist.org',
  'hex.pm',
  'nuget.org',
  'ctan.org',
  'elpa.gnu.org',
  'elpa.nongnu.org',
  'melpa.org',
  'luarocks.org',
  'opam.ocaml.org',
  'pkg.go.dev',
  'godoc.org',
  'sourceforge.net',
  'launchpad.net',
  'web.archive.org',
  'archive.org',
  'code.google.com',
  'sites.google.com',
  'addons.mozilla.org',
  'marketplace.visualstudio.com',
]);
