import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { JudgedCase as DrawnCase } from './shapes.ts';

/** A case with its judgement: made by reading the records, before the service was asked. */
export interface JudgedCase extends DrawnCase {
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
