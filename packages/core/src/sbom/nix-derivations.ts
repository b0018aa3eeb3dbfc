import { patchedCves } from '../collection/patched-cves.ts';
import { entriesOf, isObject, pointer } from '../lockfiles/json.ts';
import { member, text } from '../ranges/untyped.ts';
import type { SbomLimits, SbomReading } from './model.ts';
import { startClosure } from './nix.ts';
import { firstOf } from './nix-path-info.ts';
import { basePath, isDerivation, isWholeStorePath } from './store-path.ts';

/** Whether a parsed document is what `nix derivation show` prints: an object by path, or one with them under `derivations`. */
export function areDerivations(document: unknown): boolean {
  const within = member(document, 'derivations');
  if (isObject(within)) return isDerivation(firstOf(within)?.[0] ?? '');
  const first = firstOf(document);
  return (
    first !== null && isWholeStorePath(first[0]) && isDerivation(first[0]) && member(first[1], 'outputs') !== undefined
  );
}

/** Reads `nix derivation show`, with `--recursive` or without. Patches that are named after a CVE are evidence that they are applied. */
export function readDerivations(document: unknown, limits: SbomLimits): SbomReading {
  const closure = startClosure('derivation', 'json', limits);
  const within = member(document, 'derivations');
  const [derivations, at] = isObject(within) ? [within, '/derivations'] : [document, ''];
  for (const [path, value] of entriesOf(derivations)) {
    if (closure.isFull()) break;
    const place = `${at}${pointer(path)}`;
    if (!isDerivation(path) || !isObject(value)) {
      closure.skip(place, null, 'it is not a derivation');
      continue;
    }
    const variable = variablesOf(value);
    closure.add({
      path,
      place,
      pname: text(variable('pname')),
      version: text(variable('version')),
      patched: patchedCves(patchesOf(variable('patches'))),
    });
    const inputs = member(value, 'inputDrvs') ?? member(member(value, 'inputs'), 'drvs');
    for (const [needed] of entriesOf(inputs)) closure.needs(path, needed);
  }
  return closure.finish();
}

/** The variables of a derivation: plain ones, or structured ones as a value or as the text of a variable of their own. */
function variablesOf(derivation: object): (name: string) => unknown {
  const plain = member(derivation, 'env');
  const structured = member(derivation, 'structuredAttrs') ?? parsed(text(member(plain, '__json')));
  return (name) => member(structured, name) ?? member(plain, name);
}

/** As long as the variables of a derivation are. */
const LONGEST_JSON = 1 << 20;

function parsed(json: string | null): unknown {
  if (json === null || json.length > LONGEST_JSON) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const MOST_PATCHES = 1_000;

/** Names of files: a list, or a text with spaces between them. */
function patchesOf(patches: unknown): string[] {
  const files = Array.isArray(patches) ? patches.map(text) : (text(patches)?.split(/\s+/, MOST_PATCHES) ?? []);
  return files.slice(0, MOST_PATCHES).flatMap((file) => (file === null ? [] : [basePath(file)]));
}
