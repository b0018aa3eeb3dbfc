import { type Collection, collect } from './collect.ts';
import { LOCKFILE_LIMITS, type LockfileContent, type LockfileLimits } from './model.ts';
import type { System } from './os-release.ts';
import { LockfileProblem } from './problem.ts';
import { parseRpmHeader, type RpmPackage } from './rpm-header.ts';
import { findSystemOfRpm } from './rpm-list.ts';
import { addInstalled } from './system-packages.ts';

/** A row of the table `Packages` in a database of rpm. */
export interface RpmRow {
  /** The number under which rpm knows the package. */
  readonly number: string;
  /** Null where it is too large to be read, or not binary. */
  readonly header: Uint8Array | null;
}

export type RpmDatabaseReading =
  | { readonly content: Omit<LockfileContent, 'format'>; readonly problem: null }
  | { readonly content: null; readonly problem: string };

/**
 * Lists the packages of a database of rpm. Each keeps its own name and says its source package (`upstream`), because some
 * distributions' records name packages and others' name source packages.
 */
export function readRpmRows(
  rows: Iterable<RpmRow>,
  system: System | null,
  limits: LockfileLimits = LOCKFILE_LIMITS,
): RpmDatabaseReading {
  const collection = collect(limits);
  try {
    addRows(rows, system, collection);
    return { content: collection.done(), problem: null };
  } catch (error) {
    if (error instanceof LockfileProblem) return { content: null, problem: error.message };
    throw error;
  }
}

function addRows(rows: Iterable<RpmRow>, system: System | null, collection: Collection): void {
  const packages: { readonly place: string; readonly found: RpmPackage }[] = [];
  let count = 0;
  for (const { number, header } of rows) {
    count += 1;
    collection.announce(count);
    const place = `package ${number}`;
    const reading = header === null ? NOT_READ : parseRpmHeader(header);
    if (reading.package === null) collection.skip(place, null, `the package cannot be parsed: ${reading.problem}`);
    else packages.push({ place, found: reading.package });
  }
  const on = system ?? findSystemOfRpm(packages.map(({ found }) => found));
  for (const { place, found } of packages) {
    const { name, epoch, version, release, arch, sourceRpm, module } = found;
    if (name === 'gpg-pubkey') {
      collection.skip(place, name, 'a key, which is no package');
      continue;
    }
    const qualifiers = { arch, epoch: epoch === null ? null : `${epoch}`, upstream: sourceRpm, rpmmod: module };
    addInstalled({ type: 'rpm', name, version: `${version}-${release}`, qualifiers, place }, on, collection);
  }
}

const NOT_READ = { package: null, problem: 'its header is too large or not binary' } as const;
