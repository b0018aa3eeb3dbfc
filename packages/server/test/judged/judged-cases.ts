import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A case with its judgement: made by reading the records, before the service was asked. */
export interface JudgedCase {
  readonly id: string;
  readonly stratum: 'tracked' | 'distribution' | 'several';
  readonly question: { readonly package: string } | { readonly purl: string };
  readonly version: string;
  readonly cve: string;
  /** `unclear`: the records do not allow a decision. */
  readonly judgement: 'affected' | 'not_affected' | 'unclear';
  /** Why, in a sentence. */
  readonly reason: string;
}

export function readBatch(name: string): readonly JudgedCase[] {
  const file = path.join(import.meta.dirname, `${name}.jsonl`);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JudgedCase);
}
