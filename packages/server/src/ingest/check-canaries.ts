import { canaryValue } from '../queries/canary-value.ts';
import type { CanaryFinding } from '../sources/canaries.ts';
import { judgeCanary } from '../sources/judge-canary.ts';
import { keepCanaries } from '../store/canaries.ts';
import type { Db } from '../store/database.ts';
import type { Feed } from './feed.ts';
import type { Log } from './log.ts';

/** Looks at the well-known records of a source and writes down what they say. Only ever warns. */
export async function checkCanaries(
  { db, log, now }: { readonly db: Db; readonly log: Log; readonly now: () => Date },
  { source, canaries }: Feed,
  number: number,
): Promise<void> {
  if (canaries === undefined) return;
  const findings: CanaryFinding[] = [];
  for (const canary of canaries) findings.push(judgeCanary(canary, await canaryValue(db, source.id, canary.key)));
  await keepCanaries(db, number, findings, now());
  for (const { key, outcome, detail } of findings) {
    if (outcome !== 'ok') log.warn({ source: source.id, key, outcome, detail }, 'a well-known record is not as it was');
  }
}
