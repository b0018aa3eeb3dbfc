import type { PlacedLine, ShownValue, SourceHashes } from './model.ts';

const SOURCE_KEYS: ReadonlySet<string> = new Set(['hash', 'sha256', 'sha512', 'sha1', 'outputHash']);

/** Hashes of what the sources depend on; they change with the sources more often than not. */
const DEPENDENCY_KEYS: ReadonlySet<string> = new Set([
  'cargoHash',
  'cargoSha256',
  'vendorHash',
  'vendorSha256',
  'npmDepsHash',
  'pnpmDepsHash',
  'yarnHash',
  'mvnHash',
  'depsHash',
]);

export function isDependencyHash({ key }: ShownValue): boolean {
  return DEPENDENCY_KEYS.has(key);
}

/** Sorts hashes by what they are of: of the sources, unless the call above them fetches a patch. */
export function sourceHashesOf(
  lines: readonly PlacedLine[],
  valuesOf: (line: PlacedLine) => readonly ShownValue[],
): SourceHashes {
  const now: ShownValue[] = [];
  const removed: ShownValue[] = [];
  let fetched = false;
  const ofPatch = { old: false, new: false };
  let place = { file: -1, hunk: -1 };
  for (const line of lines) {
    if (line.file !== place.file || line.hunk !== place.hunk) {
      place = line;
      ofPatch.old = false;
      ofPatch.new = false;
    }
    const isPatch = fetchesPatch(line.text);
    if (isPatch !== null) {
      if (line.kind !== 'added') ofPatch.old = isPatch;
      if (line.kind !== 'removed') ofPatch.new = isPatch;
    }
    if (line.kind !== 'removed' && isSource(line.text)) fetched = true;
    const within = line.kind === 'removed' ? ofPatch.old : ofPatch.new;
    if (within) continue;
    const hashes = valuesOf(line).filter(isSourceHash);
    if (line.kind === 'removed') removed.push(...hashes);
    else now.push(...hashes);
  }
  return { now, removed, fetched };
}

/** Hashes may stand under the names of platforms, too. */
function isSourceHash(value: ShownValue): boolean {
  if (SOURCE_KEYS.has(value.key)) return true;
  return !isDependencyHash(value) && value.text !== null && /^sha(?:256|512|1)-/.test(value.text);
}

/** Null where the line begins no call that fetches. */
function fetchesPatch(text: string): boolean | null {
  const plain = text.slice(0, 500);
  if (plain.includes('fetchpatch') || plain.includes('fetchDebianPatch')) return true;
  return plain.includes('fetch') ? false : null;
}

function isSource(text: string): boolean {
  const plain = text.slice(0, 500).trimStart();
  return plain.startsWith('src') && plain.includes('=') && plain.includes('fetch');
}

/** Nothing that could be the hash of a source: empty, all zero, or the collection's own stand-in. */
export function isPlaceholder({ text, written }: ShownValue): boolean {
  if (text === null) return written.includes('fakeHash') || written.includes('fakeSha');
  return text === '' || /^(?:sha\d\d\d-A+=*|0+)$/.test(text);
}
