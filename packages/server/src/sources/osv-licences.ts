export interface OsvDatabase {
  /** As `parseOsvId` writes them. */
  readonly prefixes: readonly string[];
  readonly licence: string;
  readonly readAt: string;
  /** Its only ecosystem; absent if it has several. */
  readonly ecosystem?: string;
}

const OSV_LIST = 'https://google.github.io/osv.dev/data/';
const VULNERABLECODE = 'https://github.com/aboutcode-org/vulnerablecode/tree/main/vulnerabilities/pipelines';

/**
 * Databases that we have decided to pass on. Records of any other are read and matched, but never published. To add
 * one, read its licence at its home and note where. Omitted on purpose: Chainguard (CGA), whose advisories are under
 * CC-BY-NC-ND-4.0. No licence was found for Android, Azure Linux, BellSoft, CleanStart, Docker Hardened Images, Echo,
 * the Erlang Ecosystem Foundation, Freexian, Kubernetes, Mageia, MinimOS, openEuler, Photon OS, Root, TuxCare and V8.
 */
export const OSV_DATABASES: readonly OsvDatabase[] = [
  { prefixes: ['GHSA'], licence: 'CC-BY-4.0', readAt: OSV_LIST },
  { prefixes: ['PYSEC'], licence: 'CC-BY-4.0', readAt: OSV_LIST, ecosystem: 'PyPI' },
  { prefixes: ['PSF'], licence: 'CC-BY-4.0', readAt: OSV_LIST },
  { prefixes: ['GO'], licence: 'CC-BY-4.0', readAt: OSV_LIST, ecosystem: 'Go' },
  { prefixes: ['RUSTSEC'], licence: 'CC0-1.0', readAt: OSV_LIST, ecosystem: 'crates.io' },
  { prefixes: ['GSD'], licence: 'CC0-1.0', readAt: OSV_LIST },
  { prefixes: ['OSV'], licence: 'CC-BY-4.0', readAt: OSV_LIST },
  { prefixes: ['MAL'], licence: 'Apache-2.0', readAt: OSV_LIST },
  { prefixes: ['HSEC'], licence: 'CC0-1.0', readAt: OSV_LIST },
  { prefixes: ['RSEC'], licence: 'Apache-2.0', readAt: OSV_LIST },
  { prefixes: ['OSEC'], licence: 'CC0-1.0', readAt: OSV_LIST, ecosystem: 'opam' },
  { prefixes: ['BIT'], licence: 'Apache-2.0', readAt: OSV_LIST, ecosystem: 'Bitnami' },
  { prefixes: ['ALBA', 'ALEA', 'ALSA'], licence: 'MIT', readAt: OSV_LIST, ecosystem: 'AlmaLinux' },
  { prefixes: ['RLSA', 'RXSA'], licence: 'BSD-3-Clause', readAt: OSV_LIST, ecosystem: 'Rocky Linux' },
  { prefixes: ['UBUNTU', 'USN', 'LSN'], licence: 'CC-BY-SA-4.0', readAt: OSV_LIST, ecosystem: 'Ubuntu' },
  {
    prefixes: ['ALPINE'],
    licence: 'CC-BY-SA-4.0',
    readAt: 'https://secdb.alpinelinux.org/license.txt',
    ecosystem: 'Alpine',
  },
  {
    prefixes: ['DEBIAN', 'DLA', 'DSA', 'DTSA'],
    licence: 'reuse endorsed by the Debian security team',
    readAt: `${VULNERABLECODE}/v2_importers/debian_importer.py`,
    ecosystem: 'Debian',
  },
  {
    prefixes: ['RHBA', 'RHEA', 'RHSA'],
    licence: 'CC-BY-4.0',
    readAt: 'https://access.redhat.com/security/data/',
    ecosystem: 'Red Hat',
  },
  {
    prefixes: ['SUSE', 'openSUSE'],
    licence: 'CC-BY-4.0',
    readAt: 'https://ftp.suse.com/pub/projects/security/yaml/LICENSE',
  },
  { prefixes: ['CURL'], licence: 'curl', readAt: 'https://curl.se/docs/copyright.html' },
  {
    prefixes: ['JLSEC'],
    licence: 'CC-BY-4.0',
    readAt: 'https://github.com/JuliaLang/SecurityAdvisories.jl',
    ecosystem: 'Julia',
  },
  { prefixes: ['DRUPAL'], licence: 'MIT', readAt: 'https://github.com/DrupalSecurityTeam/drupal-advisory-database' },
  { prefixes: ['BREW'], licence: 'CC0-1.0', readAt: 'https://github.com/Homebrew/homebrew-advisory-database' },
  { prefixes: ['CVE'], licence: 'CVE terms of use', readAt: 'https://www.cve.org/Legal/TermsOfUse' },
];
