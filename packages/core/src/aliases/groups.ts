import { compareText } from '../ids/order.ts';
import type { AliasAssertion } from './assertions.ts';

/** Ids that name one vulnerability, as far as the assertions go. */
export interface AliasGroup {
  /** The id the group is known by: its first CVE id, else its first id. */
  readonly id: string;
  /** All ids, sorted. */
  readonly ids: readonly string[];
  /** Who joined them, sorted. */
  readonly assertions: readonly AliasAssertion[];
  /** Assertions that the other side's own record, which we hold, does not return. */
  readonly oneSided: readonly AliasAssertion[];
  /** More ids than one vulnerability has: some assertion in here is wrong. */
  readonly tooLarge: boolean;
}

/** The bound osv.dev sets; beyond it a chain of mistaken aliases is likelier than a vulnerability with so many names. */
export const LARGEST_ALIAS_GROUP = 32;

/**
 * Joins ids by what is asserted about them: symmetric and transitive, as the OSV schema defines `aliases`.
 *
 * A pure function of the set of assertions, so a retraction is the same call without it. `held` are the ids whose own records we
 * have and which could name aliases; records of the CVE list cannot, and do not belong in it.
 */
export function groupAliases(assertions: Iterable<AliasAssertion>, held: ReadonlySet<string>): AliasGroup[] {
  const distinct = new Map<string, AliasAssertion>();
  for (const given of assertions) if (given.id !== given.alias) distinct.set(keyOf(given), given);
  const said = new Set([...distinct.values()].map(({ id, alias }) => `${id} ${alias}`));

  const roots = new Map<string, string>();
  for (const { id, alias } of distinct.values()) join(roots, id, alias);
  const members = Map.groupBy(roots.keys(), (id) => rootOf(roots, id));
  const byGroup = Map.groupBy(distinct.values(), ({ id }) => rootOf(roots, id));

  return [...members]
    .map(([root, ids]): AliasGroup => {
      const sortedIds = ids.toSorted();
      const joined = (byGroup.get(root) ?? []).toSorted((a, b) => compareText(keyOf(a), keyOf(b)));
      return {
        id: sortedIds.find((id) => id.startsWith('CVE-')) ?? sortedIds[0] ?? root,
        ids: sortedIds,
        assertions: joined,
        oneSided: joined.filter(({ id, alias }) => held.has(alias) && !said.has(`${alias} ${id}`)),
        tooLarge: ids.length > LARGEST_ALIAS_GROUP,
      };
    })
    .toSorted((a, b) => compareText(a.id, b.id));
}

function keyOf({ id, alias, asserter }: AliasAssertion): string {
  return `${id} ${alias} ${asserter}`;
}

function join(roots: Map<string, string>, a: string, b: string): void {
  const first = rootOf(roots, a);
  const second = rootOf(roots, b);
  if (first !== second) roots.set(second, first);
}

/** The root of an id; every id passed on the way is pointed at its grandparent, which keeps later walks short. */
function rootOf(roots: Map<string, string>, id: string): string {
  let at = id;
  for (;;) {
    const parent = roots.get(at);
    if (parent === undefined) {
      roots.set(at, at);
      return at;
    }
    if (parent === at) return at;
    const grandparent = roots.get(parent) ?? parent;
    roots.set(at, grandparent);
    at = grandparent;
  }
}
