import { ecosystemRuleFor } from '../purl/ecosystems.ts';
import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { lineNumber, linesOf } from './lines.ts';
import { type System, systemOf } from './os-release.ts';
import { LockfileProblem } from './problem.ts';
import { addInstalled, noteRelease } from './system-packages.ts';

export const apkInstalled = defineLockfile({
  kind: 'apk/db/installed',
  read: readApkInstalled,
  page: {
    forms: '',
    direct: 'null',
    dev: 'null',
    place: 'line',
    skipped: 'all packages if the distribution is unknown',
  },
});

interface Installed {
  readonly fields: Map<string, string>;
  readonly line: number;
}

/**
 * The list of what is installed on Alpine and its like: https://wiki.alpinelinux.org/wiki/Apk_spec. Records of some name source packages
 * (`o:`), of others the packages themselves.
 */
function readApkInstalled(text: string, collection: Collection, system: System | null): null {
  const packages = packagesOf(text);
  if (packages.length === 0 && text.trim() !== '')
    throw new LockfileProblem('Not an apk package list: "P:" is missing.');
  const on = system ?? systemOfPackages(packages);
  const bySource = ecosystemRuleFor('apk', on?.namespace ?? null)?.recordsName === 'source';
  for (const { fields, line } of packages) {
    const own = fields.get('P') ?? '';
    addInstalled(
      {
        type: 'apk',
        name: bySource ? (fields.get('o') ?? own) : own,
        version: fields.get('V') ?? null,
        qualifiers: { arch: bySource ? 'source' : (fields.get('A') ?? null) },
        place: lineNumber(line),
      },
      on,
      collection,
    );
  }
  if (on?.namespace === 'alpine') noteRelease(on, collection);
  return null;
}

/** alpine-release has the number of the release; the others have packages of their own and no releases. */
function systemOfPackages(packages: readonly Installed[]): System | null {
  const versions = new Map(packages.map(({ fields }) => [fields.get('P') ?? '', fields.get('V') ?? '']));
  const release = versions.get('alpine-release');
  if (release !== undefined) return systemOf('alpine', release.split('-', 1)[0] ?? null);
  if (versions.has('alpine-baselayout')) return systemOf('alpine', null);
  const other = OTHERS.find((id) => versions.has(`${id}-baselayout`) || versions.has(`${id}-keys`));
  return other === undefined ? null : systemOf(other, null);
}

const OTHERS: readonly string[] = ['wolfi', 'chainguard', 'minimos'];
const FIELDS: readonly string[] = ['P', 'V', 'A', 'o'];

function packagesOf(text: string): Installed[] {
  const packages: Installed[] = [];
  let current: Installed | null = null;
  for (const { text: line, number } of linesOf(text)) {
    if (line === '') current = null;
    const field = line.slice(0, 1);
    if (line[1] !== ':' || !FIELDS.includes(field)) continue;
    if (current === null) {
      current = { fields: new Map(), line: number };
      packages.push(current);
    }
    // The place is that of the name.
    if (field === 'P' && !current.fields.has('P')) {
      current = { fields: current.fields, line: number };
      packages[packages.length - 1] = current;
    }
    current.fields.set(field, line.slice(2));
  }
  return packages.filter(({ fields }) => fields.has('P'));
}
