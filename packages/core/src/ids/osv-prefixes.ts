/**
 * The form of the ID after its prefix, as far as prose allows to recognise it.
 *
 * - `cve`: a whole CVE ID (`DEBIAN-CVE-2024-3094`)
 * - `year`: a year and a number (`GO-2024-2611`, `RHSA-2024:1234`)
 * - `serial`: two numbers (`USN-6000-1`)
 * - `groups`: three groups of four letters and digits (`GHSA-…`)
 * - `named`: words, then a year and a number (`BIT-activemq-2020-11998`)
 * - `number`: one number (`AZL-12345`)
 * - `free`: indistinguishable from prose; such IDs are parsed on their own, never extracted from text
 */
export type OsvIdShape = 'cve' | 'year' | 'serial' | 'groups' | 'named' | 'number' | 'free';

/** One row of the table: how a database writes its ids. */
export interface OsvPrefix {
  /** As the database writes it. */
  readonly prefix: string;
  readonly database: string;
  readonly shape: OsvIdShape;
  /** How the part after the prefix is written; `kept` where case may carry meaning. */
  readonly rest: 'upper' | 'lower' | 'kept';
}

/** The row of an id's prefix, whatever its case; null for a database this table does not know. */
export function findOsvPrefix(prefix: string): OsvPrefix | null {
  return BY_PREFIX.get(prefix.toLowerCase()) ?? null;
}

/** Known id prefixes: those of the OSV schema, and others that real records name as aliases. */
export const OSV_PREFIXES: readonly OsvPrefix[] = [
  row('ALBA', 'AlmaLinux', 'year', 'upper'),
  row('ALEA', 'AlmaLinux', 'year', 'upper'),
  row('ALPINE', 'Alpine', 'cve', 'upper'),
  row('ALSA', 'AlmaLinux', 'year', 'upper'),
  row('ASB', 'Android', 'number', 'upper'),
  row('AZL', 'Azure Linux', 'number', 'upper'),
  row('BELL', 'BellSoft', 'cve', 'upper'),
  row('BIT', 'Bitnami', 'named', 'lower'),
  row('BREW', 'Homebrew', 'named', 'kept'),
  row('CGA', 'Chainguard', 'groups', 'lower'),
  row('CLEANSTART', 'CleanStart', 'free', 'upper'),
  row('CURL', 'curl', 'cve', 'upper'),
  row('CVE', 'CVE', 'year', 'upper'),
  row('DEBIAN', 'Debian', 'cve', 'upper'),
  row('DHI', 'Docker Hardened Images', 'cve', 'upper'),
  row('DLA', 'Debian', 'serial', 'upper'),
  row('DRUPAL', 'Drupal', 'named', 'upper'),
  row('DSA', 'Debian', 'serial', 'upper'),
  row('DTSA', 'Debian', 'serial', 'upper'),
  row('ECHO', 'Echo', 'groups', 'lower'),
  row('EEF', 'Erlang Ecosystem Foundation', 'cve', 'upper'),
  row('ELA', 'Freexian', 'serial', 'upper'),
  row('EUVD', 'European Vulnerability Database', 'year', 'upper'),
  row('FreeBSD', 'FreeBSD', 'free', 'kept'),
  row('GHSA', 'GitHub Advisory Database', 'groups', 'lower'),
  row('GO', 'Go', 'year', 'upper'),
  row('GSD', 'Global Security Database', 'year', 'upper'),
  row('HSEC', 'Haskell', 'year', 'upper'),
  row('JLSEC', 'Julia', 'year', 'upper'),
  row('KUBE', 'Kubernetes', 'cve', 'upper'),
  row('LBSEC', 'LoopBack', 'year', 'upper'),
  row('LSN', 'Ubuntu', 'serial', 'upper'),
  row('MAL', 'OpenSSF malicious packages', 'year', 'upper'),
  row('MGASA', 'Mageia', 'year', 'upper'),
  row('MINI', 'MinimOS', 'groups', 'lower'),
  row('OESA', 'openEuler', 'year', 'upper'),
  row('openSUSE', 'openSUSE', 'named', 'upper'),
  row('OSEC', 'OCaml', 'year', 'upper'),
  row('OSV', 'OSS-Fuzz', 'year', 'upper'),
  row('PHSA', 'Photon OS', 'free', 'upper'),
  row('PSF', 'Python Software Foundation', 'year', 'upper'),
  row('PUB', 'Android', 'number', 'upper'),
  row('PYSEC', 'PyPI', 'year', 'upper'),
  row('RHBA', 'Red Hat', 'year', 'upper'),
  row('RHEA', 'Red Hat', 'year', 'upper'),
  row('RHSA', 'Red Hat', 'year', 'upper'),
  row('RLSA', 'Rocky Linux', 'year', 'upper'),
  row('ROOT', 'Root', 'named', 'upper'),
  row('RSEC', 'R Consortium', 'year', 'upper'),
  row('RUSTSEC', 'RustSec', 'year', 'upper'),
  row('RXSA', 'Rocky Linux', 'year', 'upper'),
  row('SNYK', 'Snyk', 'free', 'upper'),
  row('SUSE', 'SUSE', 'named', 'upper'),
  row('TROVE', 'Tor', 'year', 'upper'),
  row('UBUNTU', 'Ubuntu', 'cve', 'upper'),
  row('USN', 'Ubuntu', 'serial', 'upper'),
  row('V8', 'V8', 'free', 'kept'),
];

const BY_PREFIX: ReadonlyMap<string, OsvPrefix> = new Map(
  OSV_PREFIXES.map((entry) => [entry.prefix.toLowerCase(), entry]),
);

function row(prefix: string, database: string, shape: OsvIdShape, rest: OsvPrefix['rest']): OsvPrefix {
  return { prefix, database, shape, rest };
}
