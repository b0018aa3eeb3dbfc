import type { Told } from './interfaces.ts';
import type { AskedPair } from './pairs.ts';

/** Compares what interfaces say of the same pair, and counts. */
export interface Agreement {
  /** Every member that `told` has with the same member of the reference, for the pair and for each finding of either. */
  compare(name: string, pair: AskedPair, reference: Told, told: Told): void;
  /** One value with another that is not a member of either answer. */
  expectSame(name: string, pair: Pick<AskedPair, 'purl'>, member: string, reference: unknown, told: unknown): void;
  readonly comparisons: ReadonlyMap<string, number>;
  readonly differences: readonly Difference[];
  print(): void;
}

export interface Difference {
  readonly interface: string;
  readonly member: string;
  readonly purl: string;
  readonly id: string | null;
  readonly reference: unknown;
  readonly told: unknown;
}

const MOST_PRINTED = 200;

export function openAgreement(): Agreement {
  const comparisons = new Map<string, number>();
  const differences: Difference[] = [];
  const check = (
    name: string,
    { purl }: Pick<AskedPair, 'purl'>,
    id: string | null,
    member: string,
    values: [unknown, unknown],
  ) => {
    comparisons.set(name, (comparisons.get(name) ?? 0) + 1);
    const [reference, told] = values;
    if (JSON.stringify(reference) !== JSON.stringify(told))
      differences.push({ interface: name, member, purl, id, reference, told });
  };
  return {
    comparisons,
    differences,
    compare(name, pair, reference, told) {
      for (const [member, value] of Object.entries(told.about)) {
        check(name, pair, null, member, [reference.about[member], value]);
      }
      const known = new Map(reference.findings.map((finding) => [finding.id, finding]));
      const ids = new Set(told.findings.map(({ id }) => id));
      for (const finding of told.findings) {
        const same = known.get(finding.id);
        for (const [member, value] of Object.entries(finding)) {
          check(name, pair, finding.id, member, [same?.[member] ?? null, value]);
        }
      }
      const lacking = reference.findings.filter(({ id }) => !ids.has(id));
      check(name, pair, lacking[0]?.id ?? null, 'findings', [told.left, lacking.length + reference.left]);
    },
    expectSame: (name, pair, member, reference, told) => check(name, pair, null, member, [reference, told]),
    print() {
      const total = [...comparisons.values()].reduce((sum, count) => sum + count, 0);
      console.log(`${total} comparisons, ${differences.length} differences`);
      for (const [name, count] of comparisons) {
        const own = differences.filter((each) => each.interface === name);
        const members = [...Map.groupBy(own, ({ member }) => member)].map(([member, all]) => `${member} ${all.length}`);
        console.log(`${name}: ${count} comparisons, ${own.length} differences ${members.join(', ')}`);
      }
      for (const each of differences.slice(0, MOST_PRINTED)) console.log(JSON.stringify(each));
    },
  };
}
