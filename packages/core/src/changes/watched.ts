import type { CollectionFact, MatchQuestion } from '../matching/facts.ts';
import { keysOfCve, mayConcern } from '../matching/resolve/concerned.ts';
import { identityContext } from '../matching/resolve/identity.ts';
import type { IdentityContext } from '../matching/resolve/identity-context.ts';
import { entryKeys } from '../matching/resolve/subject-keys.ts';
import type { Subject } from '../ranges/model.ts';

/** A package that someone follows the changes of. */
export interface WatchedPackage {
  readonly context: IdentityContext;
  /** Coarse keys: what shares none does not concern the package. */
  readonly keys: ReadonlySet<string>;
}

/** `collection`: the entries of the collection that go by the name; none where an ecosystem is asked about. */
export function watchedPackage(question: MatchQuestion, collection: readonly CollectionFact[]): WatchedPackage {
  const context = identityContext(question, collection);
  const names = [question.package, ...context.candidates.map(({ name }) => name)];
  const keys = keysOfCve({ ids: [], subjects: [], issueNames: names });
  return { context, keys: new Set([...keys, ...collection.flatMap(entryKeys)]) };
}

/** Whether a record about these subjects and vulnerabilities may concern one of the packages. */
export function concernsWatched(
  watched: readonly WatchedPackage[],
  { subjects, ids }: { readonly subjects: readonly Subject[]; readonly ids: readonly string[] },
): boolean {
  const declared = keysOfCve({ ids, subjects: [], issueNames: [] });
  const keyed = subjects.map((subject) => ({
    subject,
    keys: keysOfCve({ ids: [], subjects: [subject], issueNames: [] }),
  }));
  return watched.some(
    ({ context, keys }) =>
      declared.some((key) => keys.has(key)) ||
      keyed.some(({ subject, keys: own }) => own.some((key) => keys.has(key)) && mayConcern(subject, context)),
  );
}
