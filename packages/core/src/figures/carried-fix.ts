import { collectionSays } from '../matching/decide/collection-says.ts';
import { judgeVulnerability } from '../matching/decide/judgement.ts';
import { outcomeOf } from '../matching/evaluate/outcomes.ts';
import type { CollectionFact, MatchFacts, MeantRecord } from '../matching/facts.ts';
import { identityContext } from '../matching/resolve/identity.ts';
import type { IdentityContext } from '../matching/resolve/identity-context.ts';
import { meantRecords } from '../matching/resolve/meant-records.ts';
import { trackedNames } from '../matching/resolve/tracked.ts';
import type { Assertion } from '../ranges/model.ts';

/** What a channel of a collection had under one attribute over some time. */
export interface CarriedVersion extends CollectionFact {
  readonly knownFrom: string;
}

/** Since which of the versions there has been no such vulnerability up to now; null where there is, or where that cannot be told. */
export type FixSinceVersion<C> = (id: string, assertions: readonly Assertion[]) => C | null;

/** The judgement of every version that one attribute of a channel had, in the order of time. A patch that is named after the id is a fix. */
export function carriedFixes<C extends CarriedVersion>(versions: readonly C[]): FixSinceVersion<C> {
  const contexts = new Map<string, IdentityContext>();
  const newestFirst = versions.toReversed().map((carried) => ({ carried, context: contextOf(carried) }));
  return (id, assertions) => {
    const found = assertions.map((assertion) => ({ assertion, sha256: null }));
    const ids = [...new Set([id, ...assertions.map(({ record }) => record.id)])];
    const meant = new Map<IdentityContext, readonly MeantRecord[]>();
    let since: C | null = null;
    for (const { carried, context } of newestFirst) {
      const facts = factsOf(carried, found);
      const records = meant.get(context) ?? meantRecords(facts, context, trackedNames(facts));
      meant.set(context, records);
      if (!carried.patched.includes(id) && !isClear(facts, records, ids)) break;
      since = carried;
    }
    return since;
  };

  function contextOf(carried: C): IdentityContext {
    const { version: _, patched: _patched, knownFrom: _from, knownVulnerabilities: _known, ...telling } = carried;
    const key = JSON.stringify(telling);
    const known = contexts.get(key) ?? identityContext(factsOf(carried, []).question, [carried]);
    contexts.set(key, known);
    return known;
  }
}

function factsOf(carried: CarriedVersion, found: MatchFacts['found']): MatchFacts {
  const question = { package: carried.attribute, version: carried.version };
  return { question, collection: [carried], issues: [], found, aliases: [], records: [], sources: [] };
}

function isClear(facts: MatchFacts, records: readonly MeantRecord[], ids: readonly string[]): boolean {
  const { question } = facts;
  if (question.version === null) return false;
  const outcomes = records.flatMap((record) => outcomeOf(record, question) ?? []);
  const gathered = { ids, outcomes, issues: [], records: [] };
  const outcome = judgeVulnerability(gathered, question.version, collectionSays(facts))?.outcome;
  return outcome === 'not_affected' || outcome === 'fixed_by_patch';
}
