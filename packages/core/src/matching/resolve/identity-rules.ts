/** One way in which what is asked about and what a record speaks of are held to be the same. */
export interface IdentityRule {
  readonly id: string;
  /** How often a match by this rule is the same software; the weights of naming rules are multiplied onto it. */
  readonly weight: number;
  readonly reason: string;
}

/** Every rule, strongest first. From `EXACT_FROM` on an identity is exact, from `LIKELY_FROM` on it is likely. */
export const IDENTITY_RULES = [
  rule('asked_ecosystem', 1, 'the query names the ecosystem'),
  rule('declared_cpe', 1, 'nixpkgs declares this CPE name'),
  rule('declared_purl', 1, 'nixpkgs declares this package URL'),
  rule('tracked', 1, 'a tracker issue names both, and the CVE’s record names this product'),
  rule('tracked_issue', 1, 'a tracker issue names the package and the CVE'),
  rule('collection_word', 1, 'nixpkgs itself says so'),
  rule('language_set', 0.98, 'the attribute’s language set uses this ecosystem'),
  rule('name_form', 0.97, 'the name has this ecosystem’s form'),
  rule('registry_home', 0.95, 'the home page is in this registry'),
  rule('repository_is_module', 0.95, 'the home page is the Go module’s repository'),
  rule('vendor_agrees', 0.95, 'same name; the vendor makes the package'),
  rule('references_agree', 0.95, 'same name; the record links the package’s home page'),
  rule('registry_sibling', 0.9, 'the CVE’s record uses the registry’s name; the registry’s record has no bounds'),
  rule('target_agrees', 0.9, 'same name; the product is made for the package’s language'),
  rule('repackaged', 0.85, 'same name in a repackaging collection; the record links the package’s home page'),
  rule('registry_references', 0.85, 'same name in a registry; the record links the package’s home page'),
  rule('tracked_product', 0.85, 'the tracker names the CVE, whose record is about a product of the same name'),
  rule('tracked_similar', 0.85, 'the tracker names the CVE, whose record is about a product of a similar name'),
  rule('upstream_name', 0.7, 'same name in a collection that keeps upstream names and versions'),
  rule('vendor_is_product', 0.65, 'same name; the vendor has it too, and the maker is unknown'),
  rule('document_cpe', 0.6, 'the SBOM gives this CPE name'),
  rule('own_site', 0.6, 'same name; the package has a site of that name'),
  rule('maker_in_name', 0.6, 'same name, which begins with the maker’s or vendor’s name'),
  rule('registry_name', 0.6, 'same name in a registry; no ecosystem given'),
  rule('maker_repository', 0.5, 'same name and maker, but another repository'),
  rule('name_alone', 0.4, 'same name only'),
  rule('other_registry', 0.3, 'same name in a registry that the package does not come from'),
  rule('distribution_name', 0.3, 'same name in a distribution, which has its own versions'),
  rule('language_product', 0.25, 'a product with the same name as a language’s package'),
  rule('other_home', 0.25, 'same name; the vendor has it too, but the home page belongs to someone else'),
  rule('vendor_disagrees', 0.2, 'same name, but another vendor'),
  rule('enricher_alone', 0.2, 'same name, but only from an enrichment; the assigner names another product'),
  rule('described_elsewhere', 0.2, 'same name, but the flaw is on Windows only'),
  rule('target_disagrees', 0.1, 'same name, but made for something else: a plug-in, another system'),
] as const satisfies readonly IdentityRule[];

export type IdentityRuleId = (typeof IDENTITY_RULES)[number]['id'];

/** Ways from the question to an entry of the collection, besides the naming rules of `names/rules.ts`. */
export const COLLECTION_RULES = [
  rule('collection_pname', 0.98, 'nixpkgs gives this name to another attribute’s package'),
  rule('collection_member', 0.96, 'the attribute’s name without its set'),
  rule('collection_variant', 0.8, 'the nixpkgs entry differs in case, separators or release line'),
  rule('several_sets', 0.6, 'several language sets have this name'),
  rule('release_line', 0.98, 'the number of a release line'),
  rule('maker_prefix', 0.97, 'the maker’s name comes first'),
  rule('product_separators', 0.98, 'products have “_” or “-” for a space, and a dot before “js”'),
  rule('vendor_prefix', 0.98, 'CVE records put the vendor before the product'),
  rule('reversed_host', 0.97, 'a Maven group is the reversed host'),
  rule('module_line', 1, 'Go modules have their major version in the name'),
  rule('jll_suffix', 0.7, 'Julia builds libraries as “_jll” packages, fixed when they are rebuilt'),
] as const satisfies readonly IdentityRule[];

export type CollectionRuleId = (typeof COLLECTION_RULES)[number]['id'];

/** Thresholds of the weight. Below `POSSIBLE_FROM` nothing is reported. */
export const EXACT_FROM = 0.9;
export const LIKELY_FROM = 0.55;
export const POSSIBLE_FROM = 0.15;

/** Rules by which a statement is about somebody else’s package of the software: it may lag behind, and it knows no better. */
const OF_ANOTHER_SUBJECT: ReadonlySet<string> = new Set<IdentityRuleId>([
  'repackaged',
  'registry_references',
  'upstream_name',
  'registry_name',
  'other_registry',
  'distribution_name',
]);

export function isOfAnotherSubject({ rule: id }: { readonly rule: string }): boolean {
  return OF_ANOTHER_SUBJECT.has(id);
}

function rule<const Id extends string>(id: Id, weight: number, reason: string) {
  return { id, weight, reason } as const;
}

const BY_ID: ReadonlyMap<string, IdentityRule> = new Map(
  [...IDENTITY_RULES, ...COLLECTION_RULES].map((each) => [each.id, each]),
);

/** A rule by its id. */
export function identityRule(id: IdentityRuleId | CollectionRuleId): IdentityRule {
  const found = BY_ID.get(id);
  if (found === undefined) throw new RangeError(`no identity rule is called ${id}`);
  return found;
}
