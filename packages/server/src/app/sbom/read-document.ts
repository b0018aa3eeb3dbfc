import type { ErrorCode, SbomDocument } from '@almanac/contract';
import { readSbom, SBOM_LIMITS, type Sbom, type SbomProblemCode } from '@almanac/core/sbom';
import { SbomRefusal } from './refusal.ts';
import { validateSbom } from './validate.ts';

/** A bill of materials out of its text; one that cannot be read is refused with the reason. */
export function readDocument(text: string): Sbom {
  const { sbom, problem } = readSbom(text, SBOM_LIMITS);
  if (sbom !== null) return sbom;
  throw new SbomRefusal(CODES[problem.code], problem.message, HINTS[problem.code] ?? LISTED);
}

const CODES: Readonly<Record<SbomProblemCode, ErrorCode>> = {
  not_an_sbom: 'SBOM_INVALID',
  malformed: 'SBOM_INVALID',
  version_not_supported: 'SBOM_INVALID',
  too_many_components: 'SBOM_TOO_MANY_COMPONENTS',
  too_deep: 'SBOM_INVALID',
  too_large: 'BODY_TOO_LARGE',
  entities_refused: 'SBOM_INVALID',
};

const LISTED = 'GET /api/v1/sbom/formats lists supported formats and versions.';
const HINTS: Readonly<Partial<Record<SbomProblemCode, string>>> = {
  too_many_components: 'Split the document.',
  too_large: 'Split the document.',
  entities_refused: 'Remove the document type definition.',
};

/** How the document was read, for the answer. */
export function describeDocument(text: string, sbom: Sbom): SbomDocument {
  const { format, specVersion, encoding, subject, notes } = sbom;
  const isJson = encoding === 'json' || encoding === 'json-ld';
  // What stands around a document, a byte order mark before all, is no part of it.
  const { schema, valid, problems } = validateSbom(isJson ? JSON.parse(text.trim()) : text, format, specVersion);
  return {
    format,
    specVersion,
    encoding,
    subject,
    validation: { schema, valid, problems: [...problems] },
    notes: [...notes],
  };
}
