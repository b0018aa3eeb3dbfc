import type { IdentityRuleId } from './identity-rules.ts';

/** A package or product that the question may mean: what to look up. */
export interface Candidate {
  readonly kind: 'package' | 'product';
  /** Of a package: OSV's ecosystem; null: that of any registry. */
  readonly ecosystem: string | null;
  /** Of a product: as CPE writes vendors; null: any vendor's. */
  readonly vendor: string | null;
  /** As it is compared: products in lower case with `_` for spaces. */
  readonly name: string;
  /** One of `IDENTITY_RULES`: the strongest this candidate can come to. */
  readonly rule: IdentityRuleId;
  /** The weight of the rule and of the naming rules. */
  readonly weight: number;
  /** Naming rules applied, in order, and what their weights multiply to. */
  readonly naming: readonly string[];
  readonly namingWeight: number;
  /** What of the question or the collection led here. */
  readonly from: string;
  readonly reason: string;
}
