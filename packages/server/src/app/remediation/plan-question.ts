import { RemediationInput } from '@almanac/contract';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { jsonOf, readBody } from '../read-body.ts';
import { readDocument } from '../sbom/read-document.ts';
import { SbomRefusal } from '../sbom/refusal.ts';

/** Package URLs of one document for which plans are made. */
const MOST_PURLS = 1_000;

/** What plans are asked for: CVEs, or packages, as they were given or out of a bill of materials. */
export interface PlanQuestion {
  /** Null: packages are asked for. */
  readonly cves: readonly string[] | null;
  readonly purls: readonly string[];
  /** What of a document was left out. */
  readonly notes: readonly string[];
}

export function planQuestion({ cves, packages, sbom }: RemediationInput): PlanQuestion {
  if (sbom !== undefined) return { cves: null, ...purlsOfSbom(sbom) };
  return { cves: cves ?? null, purls: packages ?? [], notes: [] };
}

/** Out of a body as it was sent. */
export function planQuestionIn(bytes: Uint8Array): PlanQuestion {
  return planQuestion(readBody(RemediationInput, jsonOf(bytes)));
}

/** In a process of its own, so that nobody else waits meanwhile. */
export async function readElsewhere(
  { sbom, signal }: Pick<Deps, 'sbom' | 'signal'>,
  bytes: Buffer,
): Promise<PlanQuestion> {
  const { value } = await sbom.run({ kind: 'plan-question', bytes }, { signal });
  return value as PlanQuestion;
}

/** The package URLs of a bill of materials, each once, and what of it was left out. */
function purlsOfSbom(given: unknown): Pick<PlanQuestion, 'purls' | 'notes'> {
  const sbom = documentIn(textOf(given));
  const purls = [...new Set(sbom.components.flatMap(({ purl }) => purl ?? []))];
  if (purls.length > MOST_PURLS) {
    throw new ApiError('SBOM_TOO_MANY_COMPONENTS', `The document names more than ${MOST_PURLS} packages`, {
      hint: 'Split the document.',
    });
  }
  const unnamed = sbom.components.filter(({ purl }) => purl === null).length;
  const notes = [
    ...(unnamed === 0 ? [] : [`${unnamed} components without a package URL were skipped`]),
    ...(sbom.skipped.length === 0 ? [] : [`${sbom.skipped.length} entries that are not components were skipped`]),
  ];
  return { purls, notes };
}

function documentIn(text: string): ReturnType<typeof readDocument> {
  try {
    return readDocument(text);
  } catch (error) {
    if (!(error instanceof SbomRefusal)) throw error;
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
