import { type SbomFormat, spdxLacks, unwrapSbom } from '@almanac/core/sbom';
import type { ErrorObject } from 'ajv';
import { openSchemas } from './schemas.ts';

/** Whether a document is as its standard says. */
export interface Validity {
  /** What it was compared with; null where nothing of the kind is known here. */
  readonly schema: string | null;
  /** Null: that could not be found out. */
  readonly valid: boolean | null;
  readonly problems: readonly string[];
}

const MOST_PROBLEMS = 20;
const LONGEST_PROBLEM = 200;

/** Beyond so many objects and lists only the first problem is sought: a hostile document has millions. */
const SMALL = 20_000;

const schemaOf = openSchemas();

/**
 * Holds a document against the official schema of its format, as far as there is one at hand. `document` is the parsed value of JSON,
 * or the text itself of XML and of tag-value. It takes the processor for as long as the document is big: not for the event loop.
 */
export function validateSbom(document: unknown, format: SbomFormat, specVersion: string): Validity {
  if (format === 'nix') return { schema: null, valid: null, problems: [] };
  if (format === 'spdx') {
    const lacks = spdxLacks(document);
    return {
      schema: 'members that the SPDX standard calls mandatory; not the official schema',
      valid: lacks.length === 0,
      problems: bounded(lacks),
    };
  }
  if (typeof document === 'string') {
    const problem = 'XML is checked only for well-formedness and its namespace, not against the official schema.';
    return { schema: null, valid: null, problems: [problem] };
  }
  const { value, at } = unwrapSbom(document);
  const compiled = schemaOf(specVersion, isSmall(value) ? 'all' : 'first');
  if (compiled === null) {
    const problem = `No schema for CycloneDX "${specVersion.slice(0, 40)}".`;
    return { schema: null, valid: null, problems: [problem] };
  }
  const { name, validate } = compiled;
  const valid = validate(value);
  const problems = valid ? [] : (validate.errors ?? []).map((error) => sentence(error, at));
  return { schema: `CycloneDX ${name}`, valid, problems: bounded(problems) };
}

/** With the pointer first, and the name of the member where the message lacks it. */
function sentence({ instancePath, message, params }: ErrorObject, at: string): string {
  const extra = 'additionalProperty' in params ? ` ("${String(params['additionalProperty'])}")` : '';
  return `${at}${instancePath === '' ? '/' : instancePath}: ${message ?? 'does not match the schema'}${extra}`;
}

function bounded(problems: readonly string[]): readonly string[] {
  const short = [...new Set(problems)].slice(0, MOST_PROBLEMS);
  return short.map((problem) =>
    problem.length > LONGEST_PROBLEM ? `${problem.slice(0, LONGEST_PROBLEM - 1)}…` : problem,
  );
}

function isSmall(document: unknown): boolean {
  const open = [document];
  let count = 0;
  for (let value = open.pop(); count <= SMALL && open.length <= SMALL; value = open.pop()) {
    if (typeof value === 'object' && value !== null) {
      count += 1;
      for (const within of Object.values(value)) if (typeof within === 'object' && within !== null) open.push(within);
    }
    if (open.length === 0) return true;
  }
  return false;
}
