import path from 'node:path';
import type { MyRow } from '@almanac/contract';
import { lockfileKindOf } from '@almanac/core/lockfiles';
import { LIST_LIMITS, readPackageList } from '@almanac/core/my-packages';
import { readScannedFile } from '@almanac/core/scan';
import { UsageError } from '../errors.ts';
import { count } from '../output/words.ts';
import { isNothingOfOthers } from '../scan/own-code.ts';
import { readText } from '../scan/read-files.ts';

export interface GivenList {
  readonly packages: readonly string[];
  /** Lockfile entries that cannot be asked about. */
  readonly unchecked: readonly MyRow[];
}

/** Merges packages from the command line and a file, without duplicates. */
export async function givenList(
  folder: string,
  words: readonly string[],
  file: string | undefined,
): Promise<GivenList> {
  const { packages, unchecked } = file === undefined ? EMPTY : await listInFile(path.resolve(folder, file), file);
  const all = [...new Set([...readPackageList(words.join(' ')), ...packages])];
  if (all.length + unchecked.length === 0) {
    throw new UsageError('No packages given.', 'Pass packages, a list or lockfile (--file), or --maintainer.');
  }
  if (all.length > LIST_LIMITS.client) {
    throw new UsageError(
      `Too many packages: ${count(all.length)} (maximum ${count(LIST_LIMITS.client)}).`,
      'Split the list, or use almanac scan for a lockfile.',
    );
  }
  const long = all.find(({ length }) => length > LIST_LIMITS.entry);
  if (long !== undefined) throw new UsageError(`Package name longer than ${LIST_LIMITS.entry} characters.`);
  return { packages: all, unchecked };
}

const EMPTY: GivenList = { packages: [], unchecked: [] };

async function listInFile(target: string, shown: string): Promise<GivenList> {
  const { text, problem } = await readText(target);
  if (text === null) throw new UsageError(`${shown}: ${problem}.`);
  if (lockfileKindOf(target) === null && !isDocument(text)) return { packages: readPackageList(text), unchecked: [] };
  const reading = readScannedFile(target, text);
  if (reading.file === null) throw new UsageError(`${shown}: ${reading.problem}`);
  const { entries, skipped } = reading.file;
  return {
    packages: entries.flatMap(({ ask }) => ask ?? []),
    unchecked: [
      ...entries.flatMap(({ component, obstacle }) =>
        obstacle === null ? [] : [unknownRow(component.name, component.version, obstacle.reason)],
      ),
      ...skipped
        .filter(({ reason }) => !isNothingOfOthers(reason))
        .map(({ name: own, place, reason }) => unknownRow(own ?? place, null, reason)),
    ],
  };
}

/** Detects SBOMs in JSON, XML or tag-value; lists of packages begin with none of these. */
function isDocument(text: string): boolean {
  return /^\s*(?:[{<]|SPDXVersion:)/.test(text);
}

function unknownRow(name: string, version: string | null, reason: string): MyRow {
  return {
    asked: version === null ? name : `${name}@${version}`,
    package: name,
    ecosystem: null,
    version,
    channels: [],
    verdict: 'unknown',
    verdictReason: `Not checked: ${reason}.`,
    unknownReasons: ['not_covered'],
    total: 0,
    findings: [],
    fix: null,
    knownSince: null,
    rebuilds: null,
  };
}
