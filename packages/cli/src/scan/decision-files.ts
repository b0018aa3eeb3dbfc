import { access } from 'node:fs/promises';
import path from 'node:path';
import { type DecisionDocument, type DecisionIndex, indexDecisions, readDecisions } from '@almanac/core/decisions';
import { UsageError } from '../errors.ts';
import { readText } from './read-files.ts';

/** Relative to the working directory. */
export const DECISION_FILES = ['almanac.toml', '.almanac/decisions.toml'] as const;

export const WHAT_IT_HAS = 'See almanac help decide for the fields. almanac decide writes a decision.';

/** Refuses two files, because it is unclear which one counts. */
export async function decisionFileOf(folder: string): Promise<string | null> {
  const found: string[] = [];
  for (const file of DECISION_FILES) {
    const exists = await access(path.join(folder, file)).then(
      () => true,
      () => false,
    );
    if (exists) found.push(file);
  }
  if (found.length > 1) throw new UsageError(`Both ${found.join(' and ')} exist.`, 'Remove one of them.');
  return found[0] ?? null;
}

/** An unreadable file ends the run: it must not go unnoticed. */
export async function loadDecisions(
  folder: string,
  { own, from }: { readonly own: boolean; readonly from: readonly string[] },
): Promise<{ readonly decisions: DecisionIndex; readonly notes: readonly string[] }> {
  const file = own ? await decisionFileOf(folder) : null;
  const documents: DecisionDocument[] = [];
  for (const name of [...from, ...(file === null ? [] : [file])]) {
    const { text, problem } = await readText(path.resolve(folder, name));
    if (text === null) throw new UsageError(`Cannot read decisions from ${name}: ${problem}.`);
    documents.push({ name, content: text });
  }
  const reading = readDecisions(documents);
  if (reading.decisions === null) throw new UsageError(reading.problem, WHAT_IT_HAS);
  return { decisions: indexDecisions(reading.decisions), notes: reading.notes };
}
