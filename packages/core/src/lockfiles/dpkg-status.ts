import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { lineNumber, linesOf } from './lines.ts';
import { type System, systemOf } from './os-release.ts';
import { LockfileProblem, quoted } from './problem.ts';
import { addInstalled, noteRelease } from './system-packages.ts';

export const dpkgStatus = defineLockfile({
  kind: 'dpkg/status',
  otherNames: ['dpkg/status.d/*'],
  read: readDpkgStatus,
  page: {
    forms: '',
    direct: 'null',
    dev: 'null',
    place: 'line',
    skipped: 'packages that are not installed; all packages if the distribution is unknown',
  },
});

interface Stanza {
  readonly fields: Map<string, string>;
  readonly line: number;
}

/**
 * The list of what is installed on Debian and its like: https://www.man7.org/linux/man-pages/man5/deb-status.5.html. Records name source
 * packages, so each component is the source that a package was built from.
 */
function readDpkgStatus(text: string, collection: Collection, system: System | null): null {
  const stanzas = stanzasOf(text);
  if (stanzas.length === 0 && text.trim() !== '') throw new LockfileProblem('Not a dpkg list: "Package:" is missing.');
  const installed = stanzas.filter(({ fields }) => isInstalled(fields));
  const on = system ?? systemOfStanzas(installed);
  for (const stanza of stanzas) {
    const { fields, line } = stanza;
    const name = fields.get('Package') ?? '';
    const place = lineNumber(line);
    if (!isInstalled(fields)) {
      collection.skip(place, name, `a package that is not installed: ${quoted(fields.get('Status') ?? '')}`);
      continue;
    }
    const source = sourceOf(fields);
    addInstalled({ type: 'deb', ...source, qualifiers: { arch: 'source' }, place }, on, collection);
  }
  noteRelease(on, collection);
  return null;
}

/** Files of images without dpkg, in `status.d`, have no status. */
function isInstalled(fields: ReadonlyMap<string, string>): boolean {
  const status = fields.get('Status');
  return status === undefined || status.endsWith(' installed');
}

/** `Source: glibc (2.36-9)`; without it the package has the name and version of its source. */
function sourceOf(fields: ReadonlyMap<string, string>): { readonly name: string; readonly version: string | null } {
  const [name = '', version] = (fields.get('Source') ?? fields.get('Package') ?? '').split(' (', 2);
  return { name, version: version === undefined ? (fields.get('Version') ?? null) : version.replace(')', '') };
}

/** base-files is of the release: its version begins with Debian's number; Ubuntu's has its own numbers. */
function systemOfStanzas(installed: readonly Stanza[]): System | null {
  const base = installed.find(({ fields }) => fields.get('Package') === 'base-files')?.fields;
  if (base === undefined) return null;
  const maintainer = base.get('Maintainer') ?? '';
  if (maintainer.includes('ubuntu')) return systemOf('ubuntu', null);
  const [, release] = /^(\d{1,3})(?:[.+]|$)/.exec(base.get('Version') ?? '') ?? [];
  return maintainer.includes('debian.org') && release !== undefined ? systemOf('debian', release) : null;
}

const FIELDS: readonly string[] = ['Package', 'Status', 'Version', 'Source', 'Maintainer'];

/** A stanza is what has no empty line in it; a line that begins with a space continues the field above. */
function stanzasOf(text: string): Stanza[] {
  const stanzas: Stanza[] = [];
  let stanza: Stanza | null = null;
  for (const { text: line, number } of linesOf(text)) {
    if (line.trim() === '') stanza = null;
    const colon = line.indexOf(':');
    const field = line.slice(0, colon);
    if (colon <= 0 || !FIELDS.includes(field)) continue;
    if (stanza === null || field === 'Package') {
      stanza = { fields: new Map(), line: number };
      stanzas.push(stanza);
    }
    stanza.fields.set(field, line.slice(colon + 1).trim());
  }
  return stanzas.filter(({ fields }) => fields.has('Package'));
}
