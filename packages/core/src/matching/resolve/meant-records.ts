import { groupByKeys } from '../../ids/group-by-keys.ts';
import { isUnsaid } from '../../names/product-name.ts';
import { isUnbounded } from '../../ranges/membership.ts';
import type { RecordRef, Subject } from '../../ranges/model.ts';
import { isEnrichment, isMalware } from '../../records/record-kinds.ts';
import { getSubjectKind } from '../../records/subject-kind.ts';
import type { FoundAssertion, MatchFacts, MeantRecord } from '../facts.ts';
import type { Identity } from '../match.ts';
import { identityOf, isOfAnotherRepository, nameKey } from './identity.ts';
import { type IdentityContext, type IdentityScope, openScope, type Pointers } from './identity-context.ts';
import { EXACT_FROM, identityRule, POSSIBLE_FROM } from './identity-rules.ts';
import { markMisprints } from './misprints.ts';
import type { TrackedNames } from './tracked.ts';

/** Within one record, an entry whose identity is this much weaker than the best is about something else. */
const SAME_WITHIN = 0.8;

/**
 * The records about what was asked, each with one entry or more. Withdrawn records are left out, and so are builds of
 * distributions unless the question is about one: their versions order their own builds alone.
 */
export function meantRecords(facts: MatchFacts, context: IdentityContext, tracked: TrackedNames): MeantRecord[] {
  const pointers = pointersById(facts);
  const scope = openScope(context);
  const ownIdentity = identitiesIn(scope);
  const siblings = siblingNames(facts, context, ownIdentity);
  const records = groupByKeys(facts.found, ({ assertion: { record, withdrawn } }) =>
    withdrawn ? [] : [`${record.source}\n${record.id}`],
  );
  const found = Array.from(records.values()).flatMap((entries): MeantRecord[] => {
    const isAlone = isAloneIn(entries);
    const meant = entries.flatMap((entry) => {
      const { record, subject, claims } = entry.assertion;
      if (subject.ecosystem === null && getSubjectKind(subject, claims) === 'build') return [];
      const pointed = pointers.get(record.id) ?? null;
      const own = ownIdentity(subject, pointed);
      const isElsewhere = own?.rule === 'other_home' && isOfAnotherRepository(scope, pointed, subject.name);
      const linked = tracked.identityOf(record, subject, own, { isAlone, isElsewhere }) ?? siblings(record, subject);
      const identity = stronger(own, linked);
      if (identity === null || identity.weight < POSSIBLE_FROM || isNoHint(record, identity)) return [];
      return [{ found: entry, identity }];
    });
    const most = Math.max(...meant.map(({ identity }) => identity.weight));
    const close = meant.filter(({ identity }) => identity.weight >= most * SAME_WITHIN);
    return close.length === 0 ? [] : [close];
  });
  return markMisprints(found, keyIn(facts));
}

/** Tells by a record's id which vulnerability it is about. */
function keyIn({ aliases }: Pick<MatchFacts, 'aliases'>): (id: string) => string {
  const groupOf = new Map(aliases.flatMap((group) => group.ids.map((id) => [id, group.id] as const)));
  return (id) => groupOf.get(id) ?? id;
}

/** Malware in another registry and an erratum that fixes no vulnerability say nothing about a package that shares only the name. */
function isNoHint(record: RecordRef, { rule }: Identity): boolean {
  if (rule === 'other_registry') return isMalware(record);
  return rule === 'distribution_name' && /^AL[BE]A-/.test(record.id);
}

type IdentityIn = (subject: Subject, pointers: Pointers | null) => Identity | null;

/** Thousands of records name a package in the same way: of those that point nowhere the identity is told once. */
function identitiesIn(scope: IdentityScope): IdentityIn {
  const known = new Map<string, Identity | null>();
  return (subject, pointers) => {
    if (pointers !== null) return identityOf(subject, scope, pointers, scope);
    const key = `${subject.ecosystem ?? '\0'}\n${subject.vendor ?? '\0'}\n${subject.name}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const identity = identityOf(subject, scope, null, scope);
    known.set(key, identity);
    return identity;
  };
}

/** What a record, or another source's record of the same id, points to. */
function pointersById({ records }: MatchFacts): ReadonlyMap<string, Pointers> {
  return new Map(
    [...Map.groupBy(records, ({ id }) => id)].map(([id, facts]) => [
      id,
      {
        references: facts.flatMap(({ references }) => references),
        homes: facts.flatMap(({ homes }) => homes ?? []),
        targets: new Map(
          facts.flatMap(({ targets }) => (targets ?? []).map(({ product, target }) => [product, target])),
        ),
        disowned: new Set(facts.flatMap(({ disowned }) => disowned ?? [])),
      },
    ]),
  );
}

/** Whether a record names one product. Who enriched it may call that product otherwise, and counts where nobody else names any. */
function isAloneIn(entries: readonly FoundAssertion[]): boolean {
  const named = entries.flatMap(({ assertion: { record, subject, claims } }) =>
    getSubjectKind(subject, claims) === 'build' || isUnsaid(subject.name)
      ? []
      : [{ record, name: subject.name.toLowerCase() }],
  );
  const own = named.filter(({ record }) => !isEnrichment(record));
  return new Set((own.length > 0 ? own : named).map(({ name }) => name)).size === 1;
}

/**
 * A registry's record of the package that was withdrawn while its CVE was not, or that includes every version for want of bounds: the
 * CVE's own record then has a say, where it names a product as the registry names the package.
 */
function siblingNames(
  facts: MatchFacts,
  context: IdentityContext,
  identityIn: IdentityIn,
): (record: RecordRef, subject: Subject) => Identity | null {
  if (facts.question.ecosystem == null && !context.ofLanguage) return () => null;
  const keyOf = keyIn(facts);
  const own = facts.found.flatMap((found) => {
    const { subject } = found.assertion;
    const identity = subject.ecosystem === null ? null : identityIn(subject, null);
    return identity !== null && identity.weight >= EXACT_FROM ? [found] : [];
  });
  const bounded = new Set(own.flatMap((found) => (isUnbounded(found) ? [] : [keyOf(found.assertion.record.id)])));
  const names = new Map(
    own.flatMap(({ assertion: { record, subject } }) => {
      const key = keyOf(record.id);
      return bounded.has(key) ? [] : [[key, subject.name] as const];
    }),
  );
  const { id: rule, weight, reason } = identityRule('registry_sibling');
  return (record, { ecosystem, vendor, name }) => {
    const packageName = ecosystem === null ? names.get(keyOf(record.id)) : undefined;
    if (packageName === undefined || nameKey(name) !== nameKey(lastName(packageName))) return null;
    return { rule, weight, naming: [], from: packageName, to: `${vendor ?? '*'}:${name}`, reason };
  };
}

/** `github.com/evmos/evmos/v12` is called `evmos`, `group:artifact` is `artifact`, `@scope/name` is `name`. */
function lastName(name: string): string {
  const path = name.replace(MODULE_LINE, '');
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf(':')) + 1);
}

const MODULE_LINE = /\/v\d{1,4}$/;

function stronger(a: Identity | null, b: Identity | null): Identity | null {
  if (a === null || b === null) return a ?? b;
  return b.weight > a.weight ? b : a;
}
