import { type PackageFacts, preparePackage } from '@almanac/core/advice';
import { countStatements } from '../../queries/statement-counts.ts';
import { prepareQuestions } from '../judging/prepare-questions.ts';
import { type MatchDeps, packageFacts } from '../packages/judge-packages.ts';
import { heldVersions } from '../remediation/held-versions.ts';
import { MAX_STATEMENTS, sumStatements } from './stated-subjects.ts';

/** Loads what plans for a package of the collection are made from; null where that is too much. */
export async function loadAttribute(deps: MatchDeps, attribute: string): Promise<PackageFacts | null> {
  const question = { package: attribute, version: null };
  const { prepared, statements } = await deps.databases.readWithFallback(async (db) => {
    const found = await prepareQuestions(db, [question], null);
    const packages = found.flatMap(({ meant }) => meant.packages);
    const ids = packages.map(({ id }) => id);
    return { prepared: found, statements: sumStatements(await countStatements(db, ids, MAX_STATEMENTS + 1), packages) };
  });
  if (statements > MAX_STATEMENTS) return null;
  const facts = await packageFacts(deps, question, { at: null, prepared: () => prepared });
  const held = await deps.databases.readWithFallback((db) => heldVersions(deps, db, attribute, facts.collection));
  return facts.complete === false ? null : preparePackage(facts, held);
}
