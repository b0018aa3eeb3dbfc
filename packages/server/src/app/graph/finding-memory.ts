import type { Documents } from '../../queries/documents.ts';
import type { Db } from '../../store/database.ts';
import { type CarriedFinding, type CarriedFindings, carriedFindings } from '../judging/carried-findings.ts';
import type { Effort } from '../judging/effort.ts';

/** What is known of packages, kept for a while: closures of a collection have most of their packages in common. */
export interface FindingMemory {
  /** Of these nodes, in their order. */
  of(db: Db, nodes: Uint32Array, at: number, effort: Effort): Promise<RememberedFindings>;
}

export interface RememberedFindings extends Pick<CarriedFindings, 'complete'> {
  readonly findings: readonly { readonly finding: CarriedFinding; readonly place: number }[];
  readonly examined: number;
}

/** Answers themselves are kept three times as long. */
const KEPT_MS = 300_000;

export function openFindingMemory(attributes: readonly string[], documents: Documents): FindingMemory {
  const checkedAt = new Float64Array(attributes.length).fill(Number.NEGATIVE_INFINITY);
  const isExamined = new Uint8Array(attributes.length);
  const found = new Map<number, readonly CarriedFinding[]>();
  /** One after the other: whoever waited finds most of it looked up. */
  let turn: Promise<boolean> = Promise.resolve(true);

  /** Returns whether all that is said of them was looked at. */
  async function look(db: Db, nodes: Uint32Array, at: number, effort: Effort): Promise<boolean> {
    const nodeOf = new Map(Array.from(nodes, (node) => [attributes[node] ?? '', node]));
    const { findings, examined, complete } = await carriedFindings(db, documents, [...nodeOf.keys()], effort);
    const byNode = Map.groupBy(findings, ({ attribute }) => nodeOf.get(attribute) ?? -1);
    for (const node of nodes) {
      found.delete(node);
      isExamined[node] = 0;
      // What was cut off is looked at again by the next who asks.
      if (complete) checkedAt[node] = at;
    }
    for (const [node, own] of byNode) found.set(node, own);
    for (const attribute of examined) isExamined[nodeOf.get(attribute) ?? -1] = 1;
    return complete;
  }

  return {
    async of(db, nodes, at, effort) {
      const isOld = (node: number) => !(at - (checkedAt[node] ?? 0) < KEPT_MS && at >= (checkedAt[node] ?? 0));
      const lookAtOld = async () => {
        const old = nodes.filter(isOld);
        return old.length === 0 || look(db, old, at, effort);
      };
      const complete = !nodes.some(isOld) || (await (turn = turn.then(lookAtOld, lookAtOld)));
      const findings: RememberedFindings['findings'][number][] = [];
      let examined = 0;
      for (let place = 0; place < nodes.length; place += 1) {
        const node = nodes[place] ?? 0;
        examined += isExamined[node] ?? 0;
        const own = found.get(node);
        if (own !== undefined) findings.push(...own.map((finding) => ({ finding, place })));
      }
      return { findings, examined, complete };
    },
  };
}
