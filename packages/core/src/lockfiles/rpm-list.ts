import { ecosystemRuleFor } from '../purl/ecosystems.ts';
import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { lineNumber, linesOf } from './lines.ts';
import { type System, systemOf } from './os-release.ts';
import { LockfileProblem, quoted } from './problem.ts';
import { addInstalled } from './system-packages.ts';

export const rpmList = defineLockfile({
  kind: 'rpm-qa.txt',
  otherNames: ['rpmmanifest/container-manifest-2'],
  read: readRpmList,
  page: {
    forms: 'lines of `rpm -qa`; the manifest of distroless images',
    direct: 'null',
    dev: 'null',
    place: 'line',
    skipped: 'keys (`gpg-pubkey`) and invalid lines; all packages if the distribution is unknown',
  },
});

interface Installed {
  readonly name: string;
  readonly epoch: string | null;
  /** Version and release. */
  readonly version: string;
  readonly arch: string;
  /** The name of the source package; null where the list does not have it. */
  readonly source: string | null;
  readonly line: number;
}

/**
 * What rpm lists as installed: `name-[epoch:]version-release.arch` lines, or columns parted by tabs as in images without rpm. The
 * database of rpm itself is binary. Records of some distributions name source packages, of most the packages themselves.
 */
function readRpmList(text: string, collection: Collection, system: System | null): null {
  const packages: Installed[] = [];
  for (const { text: line, number } of linesOf(text)) {
    const body = line.trim();
    if (body === '' || body.startsWith('#')) continue;
    const found = line.includes('\t') ? ofColumns(line.split('\t'), number) : ofName(body, number);
    if (found === null)
      collection.skip(lineNumber(number), null, `the line is not "name-version-release.arch": ${quoted(body)}`);
    else if (found.name === 'gpg-pubkey') collection.skip(lineNumber(number), found.name, 'a key, which is no package');
    else packages.push(found);
  }
  if (packages.length === 0 && text.trim() !== '')
    throw new LockfileProblem('Not an rpm list: no line has the form "name-version-release.arch".');
  const on = system ?? findSystemOfRpm(packages);
  const bySource = ecosystemRuleFor('rpm', on?.namespace ?? null)?.recordsName === 'source';
  for (const each of packages) {
    const source = bySource ? each.source : null;
    const arch = source === null ? each.arch : 'src';
    const qualifiers = { arch, epoch: each.epoch };
    const place = lineNumber(each.line);
    addInstalled({ type: 'rpm', name: source ?? each.name, version: each.version, qualifiers, place }, on, collection);
  }
  if (packages.every(({ epoch }) => epoch === null)) collection.note(WITHOUT_EPOCHS);
  return null;
}

const WITHOUT_EPOCHS =
  'No line has an epoch. rpm -qa omits epochs, and without its epoch a version looks too old. Use rpm -qa --qf "%{NEVRA}\\n".';

/** `bash-5.1.8-6.el9.x86_64`, `bind-utils-32:9.16.23-11.el9.x86_64` */
function ofName(text: string, line: number): Installed | null {
  const dot = text.lastIndexOf('.');
  const id = text.slice(0, dot);
  const release = id.lastIndexOf('-');
  const version = id.lastIndexOf('-', release - 1);
  if (dot <= 0 || release <= 0 || version <= 0) {
    return text.startsWith('gpg-pubkey-')
      ? { name: 'gpg-pubkey', epoch: null, version: '', arch: '', source: null, line }
      : null;
  }
  const { epoch, rest } = splitEpoch(id.slice(version + 1));
  return { name: id.slice(0, version), epoch, version: rest, arch: text.slice(dot + 1), source: null, line };
}

/** Name, version-release, two times, vendor, epoch, size, architecture, epoch as a number, source package. */
function ofColumns(columns: readonly string[], line: number): Installed | null {
  const [name = '', written = '', , , , , , arch = '', number = '', sourceFile = ''] = columns;
  if (columns.length < 8 || name === '' || written === '') return null;
  const { epoch, rest } = splitEpoch(written);
  const source = ofName(sourceFile.trim().replace(/\.rpm$/, ''), line)?.name ?? null;
  const given = /^[1-9]\d{0,8}$/.test(number.trim()) ? number.trim() : null;
  return { name: name.trim(), epoch: epoch ?? given, version: rest, arch: arch.trim(), source, line };
}

function splitEpoch(version: string): { readonly epoch: string | null; readonly rest: string } {
  const colon = version.indexOf(':');
  return colon === -1
    ? { epoch: null, rest: version }
    : { epoch: version.slice(0, colon), rest: version.slice(colon + 1) };
}

/** Finds the distribution by the package that brings os-release, whose version is the number of the release. */
export function findSystemOfRpm(packages: readonly Pick<Installed, 'name' | 'version'>[]): System | null {
  for (const { name, version } of packages) {
    const id = RELEASE_PACKAGES.get(name);
    if (id !== undefined) return systemOf(id, version.split('-', 1)[0] ?? null);
  }
  return null;
}

const RELEASE_PACKAGES: ReadonlyMap<string, string> = new Map([
  ['almalinux-release', 'almalinux'],
  ['rocky-release', 'rocky'],
  ['redhat-release', 'rhel'],
  ['mageia-release-common', 'mageia'],
  ['photon-release', 'photon'],
  ['azurelinux-release', 'azurelinux'],
  ['mariner-release', 'mariner'],
  ['openEuler-release', 'openeuler'],
  ['openSUSE-release', 'opensuse-leap'],
  ['sles-release', 'sles'],
  ['fedora-release-common', 'fedora'],
]);
