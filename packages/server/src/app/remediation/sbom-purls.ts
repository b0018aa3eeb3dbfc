import type { Sbom } from '@almanac/core';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { readDocument } from '../sbom/read-document.ts';
import { Refusal } from '../sbom/refusal.ts';

/** Package URLs of one document for which plans are made. */
const MOST_PURLS = 1_000;

export interface SbomPurls {
  readonly purls: readonly string[];
  readonly notes: readonly string[];
}

/** Characters of a document that takes no longer to read than to hand over. */
const SMALL = 100_000;

/** The package URLs of a bill of materials, each once, and what of it was left out. */
export async function purlsOfSbom(deps: Pick<Deps, 'sbom' | 'signal'>, given: unknown): Promise<SbomPurls> {
  const text = textOf(given);
  const sbom = text.length > SMALL ? await readElsewhere(deps, text) : readHere(text);
  const purls = [...new Set(sbom.components.flatMap(({ purl }) => purl ?? []))];
  if (purls.length > MOST_PURLS) {
    throw new ApiError('SBOM_TOO_MANY_COMPONENTS', `The document names more than ${MOST_PURLS} packages`, {
      hint: 'Send it in parts.',
    });
  }
  const unnamed = sbom.components.filter(({ purl }) => purl === null).length;
  const notes = [
    ...(unnamed === 0 ? [] : [`${unnamed} components have no package URL, so that nothing is known of them`]),
    ...(sbom.skipped.length === 0 ? [] : [`${sbom.skipped.length} entries are no components that can be asked about`]),
  ];
  return { purls, notes };
}

/** In a process of its own, so that nobody else waits meanwhile. */
async function readElsewhere({ sbom, signal }: Pick<Deps, 'sbom' | 'signal'>, text: string): Promise<Sbom> {
  const { value } = await sbom.run({ kind: 'read', bytes: Buffer.from(text), beside: [] }, { signal });
  return (value as { readonly sbom: Sbom }).sbom;
}

function readHere(text: string): Sbom {
  try {
    return readDocument(text);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new ApiError(error.code, error.message, error.hint === undefined ? {} : { hint: error.hint });
  }
}

function textOf(sbom: unknown): string {
  if (typeof sbom === 'string') return sbom;
  try {
    return JSON.stringify(sbom);
  } catch {
    // What is nested so deeply that it cannot be written is no bill of materials either.
    throw new ApiError('SBOM_INVALID', 'The document is nested too deeply');
  }
}
