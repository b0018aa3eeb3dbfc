import type { Edits, ValueEdit } from './edits.ts';
import { NO_EDITS } from './edits.ts';
import { isDependencyHash, isPlaceholder } from './hashes.ts';
import type { PackageChange, ShownValue } from './model.ts';

/**
 * The empty string is what the collection's fetchers take for a hash that is not known yet: the build stops and prints the right
 * one. Unlike `lib.fakeHash` it needs nothing in scope. A hash is never made up.
 */
const NO_HASH = '""';

/** Another version, and no hash where one of another version stands; null where the version is not shown. */
export function bumpEdits(change: PackageChange, version: string): Edits | null {
  const { version: shown, newVersion, values } = change;
  if (shown === null || shown.text === null || newVersion === null || !isSafe(version)) return null;
  const named = values.filter(
    ({ key, text }) => NAMING.has(key) && text !== null && !text.includes('${') && text.includes(newVersion),
  );
  return {
    ...NO_EDITS,
    values: [
      { value: shown, text: `"${version}"` },
      ...named.map((value) => ({ value, text: value.written.replaceAll(newVersion, () => version) })),
      ...hashEdits(change),
      ...values.filter((value) => isDependencyHash(value) && value.text !== null).map(withoutHash),
    ],
  };
}

const NAMING: ReadonlySet<string> = new Set(['rev', 'tag', 'url']);

/** What stands in quotes as it is, and means itself there. */
function isSafe(version: string): boolean {
  return version.length < 100 && /^[\w.+~:-]+$/.test(version);
}

/** No hash where that of other sources stands. */
export function hashEdits({ sourceHashes }: PackageChange): ValueEdit[] {
  return sourceHashes.now.filter((value) => value.text !== null && !isPlaceholder(value)).map(withoutHash);
}

function withoutHash(value: ShownValue): ValueEdit {
  return { value, text: NO_HASH };
}
