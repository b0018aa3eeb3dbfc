import { randomOf } from '../generator/random.ts';
import type { Collection } from '../world/collection.ts';
import { smallCollection } from '../world/entries/collection.ts';

export interface EvaluatedPackage {
  readonly attribute: string;
  readonly name: string;
  /** Attributes it is built from. */
  readonly inputs: readonly string[];
  /** Inputs without an attribute. */
  readonly unnamed: number;
  /** The attribute with the same derivation. */
  readonly sameAs?: string;
  /** Evaluation fails with this. */
  readonly error?: string;
}

export interface Evaluation {
  packagesAt(at: number, start: number): Iterable<EvaluatedPackage>;
}

const INPUTS: Readonly<Record<string, readonly string[]>> = {
  foldfs: ['libbuoy'],
  shoal: ['libbuoy', 'ballast'],
  gangway: ['shoal', 'ballast'],
  'quill-editor': ['shoal', 'gangway'],
  cormorantd: ['libbuoy'],
  inkpot: ['gangway'],
  'larkspur-gateway': ['inkpot', 'cormorantd', 'libbuoy'],
  'larkspur-firewall': ['larkspur-gateway'],
  'meadowlark-suite': ['quill-editor', 'larkspur-gateway', 'bowline'],
  'python313Packages.libbuoy': ['libbuoy'],
  'python313Packages.shoal': ['python313Packages.libbuoy', 'shoal'],
  binnacle: ['bowline'],
  jib: ['keel-wrapper'],
};
const SAME: Readonly<Record<string, string>> = { 'tidewater-dock_5': 'tidewater-dock' };
const BROKEN = 'halfmoon';

/** `inputs` replaces the small collection's. */
export function evaluationOf(
  collection: Collection = smallCollection,
  inputs: Readonly<Record<string, readonly string[]>> = INPUTS,
): Evaluation {
  return {
    *packagesAt(at, start) {
      const shown = [...collection.packagesAt('master', at, start)];
      const there = new Set(shown.map(({ attribute }) => attribute));
      for (const { attribute, state } of shown) {
        const name = `${state.pname ?? attribute.slice(attribute.lastIndexOf('.') + 1)}${state.version == null ? '' : `-${state.version}`}`;
        const needed = (inputs[attribute] ?? []).filter((input) => there.has(input));
        const base = { attribute, name, inputs: needed, unnamed: 3 };
        if (attribute === BROKEN) yield { ...base, error: 'error: attribute ‘crescent’ missing' };
        else yield base;
        const other = SAME[attribute];
        if (other !== undefined) yield { ...base, attribute: other, sameAs: attribute };
      }
    },
  };
}

export interface GeneratedEvaluationOptions {
  readonly seed: number;
  readonly count: number;
  readonly edges: number;
  /** Defaults to `package-<n>`. */
  readonly attributes?: readonly string[];
}

/** Keeps random streams of dependencies apart from those of packages. */
const STREAM = 0xdeb5;
/** Nearly everything needs the first packages; most are needed by nothing. */
const SKEW = 6;

/** Generates an acyclic graph of any size, repeatable by seed: packages need earlier ones, the first most of all. */
export function generatedEvaluation(options: GeneratedEvaluationOptions): Evaluation {
  const { count } = options;
  const nameAt = (index: number) => options.attributes?.[index] ?? `package-${index}`;
  return {
    *packagesAt() {
      for (let index = 0; index < count; index += 1) {
        const attribute = nameAt(index);
        yield { attribute, name: `${attribute}-1.0`, inputs: generatedInputs(options, index).map(nameAt), unnamed: 3 };
      }
    },
  };
}

/** Returns indices of the inputs. */
export function generatedInputs({ seed, count, edges }: GeneratedEvaluationOptions, index: number): number[] {
  if (index === 0) return [];
  const random = randomOf(seed ^ STREAM, index);
  // Duplicates are dropped, mostly near the beginning; a fifth extra makes up for them.
  const many = Math.round(random.next() * 2 * 1.2 * (edges / count));
  const inputs = new Set<number>();
  for (let i = 0; i < many; i += 1) inputs.add(Math.floor(index * random.next() ** SKEW));
  return [...inputs];
}
