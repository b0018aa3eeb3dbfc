import { elementOf } from '../../platform/json-elements.ts';
import type { StoredFile } from '../../platform/unpack.ts';
import { splitLines } from './lines.ts';
import { EvaluatedJob } from './schema.ts';

export interface Derivations {
  /** Keyed by derivation file name. The shortest attribute wins, then the first. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly jobs: number;
  readonly errors: number;
}

/**
 * Reads the whole evaluation first: lines are in no stable order, and inputs can only be named once all derivations are
 * known. Throws for invalid files.
 */
export async function readDerivations(file: StoredFile): Promise<Derivations> {
  const attributes = new Map<string, string>();
  let [lines, jobs, errors, withInputs] = [0, 0, 0, 0];
  for await (const { bytes, ended } of splitLines(file)) {
    lines += 1;
    const job = parseJob(bytes);
    if (job === null) {
      if (!ended) throw new Error('the evaluation ends within a line');
      continue;
    }
    if (job.drvPath == null) {
      if (job.error != null) errors += 1;
      continue;
    }
    jobs += 1;
    if (job.inputDrvs != null) withInputs += 1;
    const [drv, attribute] = [drvName(job.drvPath), getAttribute(job)];
    const known = attributes.get(drv);
    if (known === undefined || isShorter(attribute, known)) attributes.set(drv, attribute);
  }
  if (lines > 0 && jobs + errors === 0) throw new Error('no line is a job of an evaluation');
  if (jobs > 0 && withInputs === 0) throw new Error('no job has its inputs: evaluate with --show-input-drvs');
  return { attributes, jobs, errors };
}

export function parseJob(bytes: Uint8Array): EvaluatedJob | null {
  const element = elementOf(bytes);
  if ('unreadable' in element) return null;
  const job = EvaluatedJob.safeParse(element.value);
  return job.success ? job.data : null;
}

/** Strips the store folder, which some Nix releases omit. */
export function drvName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Strips the system: `hello.x86_64-linux` → `hello`. */
export function getAttribute({ attr, system }: Pick<EvaluatedJob, 'attr' | 'system'>): string {
  const suffix = `.${system ?? ''}`;
  return suffix.length > 1 && attr.length > suffix.length && attr.endsWith(suffix)
    ? attr.slice(0, -suffix.length)
    : attr;
}

function isShorter(attribute: string, known: string): boolean {
  return attribute.length < known.length || (attribute.length === known.length && attribute < known);
}
