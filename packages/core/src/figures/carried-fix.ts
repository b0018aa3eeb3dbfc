import { cpeText } from '../cpe/cpe.ts';
import { parseCpe } from '../cpe/parse.ts';
import { collisionVerdict } from '../names/collision.ts';
import { askPackage, askProduct } from '../ranges/ask.ts';
import type { Assertion, Evaluation } from '../ranges/model.ts';
import { overallVerdict } from '../ranges/overall.ts';

/** What a channel of a collection had under one attribute over some time. */
export interface CarriedVersion {
  readonly channel: string;
  readonly attribute: string;
  readonly version: string | null;
  readonly ecosystem: string | null;
  readonly ecosystemName: string | null;
  readonly cpes: readonly string[];
  /** Words that say who makes it. */
  readonly makers: readonly string[];
  /** CVE ids in the names of its patches. */
  readonly patched: readonly string[];
  readonly knownFrom: string;
}

/**
 * Since which of its versions, in the order of time, an attribute has been without a vulnerability up to now; null where it has it, or
 * where that cannot be told. A patch that is named after it is a fix; a version is one by what the records say of it.
 */
export function carriedFix<C extends CarriedVersion>(
  id: string,
  assertions: readonly Assertion[],
  versions: readonly C[],
): C | null {
  let since: C | null = null;
  for (const one of versions.toReversed()) {
    if (!one.patched.includes(id) && overallVerdict(evaluationsOf(assertions, one)) !== 'not_affected') break;
    since = one;
  }
  return since;
}

/** Below, a product may be another one of the same name (collision.ts): what holds for it says nothing. */
const SAME_PRODUCT = 0.7;

function evaluationsOf(assertions: readonly Assertion[], carried: CarriedVersion): Evaluation[] {
  const { version, ecosystem, ecosystemName, attribute, makers, cpes } = carried;
  if (version === null) return [];
  if (ecosystem !== null && ecosystemName !== null)
    return askPackage(assertions, { ecosystem, name: ecosystemName, version });
  const vendors = cpes.flatMap((text) => {
    const cpe = parseCpe(text);
    return cpe === null ? [] : (cpeText(cpe.vendor) ?? []);
  });
  const candidate = { ecosystem: null, name: attribute, makers: [...makers, ...vendors] };
  return assertions.flatMap((assertion) => {
    const { ecosystem: recorded, vendor, name } = assertion.subject;
    if (recorded !== null) return [];
    const { factor } = collisionVerdict({ vendor, product: name, targetSw: null }, candidate);
    return factor < SAME_PRODUCT ? [] : askProduct([assertion], { vendor, product: name, version });
  });
}
