/** One way in which what is asked about and what a record speaks of are held to be the same. */
export interface IdentityRule {
  readonly id: string;
  /** How often a match by this rule is the same software; the weights of naming rules are multiplied onto it. */
  readonly weight: number;
  readonly reason: string;
}

/** Every rule, strongest first. From `EXACT_FROM` on an identity is exact, from `LIKELY_FROM` on it is likely. */
export const IDENTITY_RULES = [
  rule('asked_ecosystem', 1, 'the question names the ecosystem'),
  rule('declared_cpe', 1, 'the collection declares this CPE name for the package'),
  rule('declared_purl', 1, 'the collection declares this package URL for the package'),
  rule(
    'tracked',
    1,
    'an issue of the tracker names the package and the CVE, and the CVE’s own record names this product',
  ),
  rule('tracked_issue', 1, 'an issue of the tracker names the package and the CVE'),
  rule('collection_word', 1, 'the collection itself says it of the package'),
  rule('language_set', 0.98, 'the attribute is in a language’s set, and its packages come from this ecosystem'),
  rule('name_form', 0.97, 'names of this form belong to this ecosystem'),
  rule('registry_home', 0.95, 'the package’s home page is its page in this registry'),
  rule('repository_is_module', 0.95, 'Go modules are named by the repository, which is the package’s home'),
  rule('vendor_agrees', 0.95, 'same name, and the vendor is who makes the package'),
  rule('references_agree', 0.95, 'same name, and the record points to the package’s own home'),
  rule(
    'registry_sibling',
    0.9,
    'the CVE’s own record names a product as the registry names the package, whose record states no bounds',
  ),
  rule('target_agrees', 0.9, 'same name, and the product is made for the package’s language'),
  rule(
    'repackaged',
    0.85,
    'same name in a collection that repackages it, and the record points to the package’s own home',
  ),
  rule('registry_references', 0.85, 'same name in a registry, and the record points to the package’s own home'),
  rule('tracked_product', 0.85, 'the tracker names the CVE, and its own record is about a product of the same name'),
  rule('tracked_similar', 0.85, 'the tracker names the CVE, and its own record is about a product of a similar name'),
  rule('upstream_name', 0.7, 'same name in a collection that keeps upstream names and versions'),
  rule('vendor_is_product', 0.65, 'same name, the vendor is named after it, and nobody is known to make the package'),
  rule('document_cpe', 0.6, 'the document that names the package gives this CPE name for it'),
  rule('own_site', 0.6, 'same name, and the package has a site of that very name; who the vendor is remains open'),
  rule('maker_in_name', 0.6, 'same name, which begins with that of the maker or of the vendor'),
  rule('registry_name', 0.6, 'same name in a registry; the question does not say which registry it means'),
  rule('maker_repository', 0.5, 'same name and maker, but the record points to another repository of the maker'),
  rule('name_alone', 0.4, 'same name, and nothing else is known'),
  rule('other_registry', 0.3, 'same name in a registry that the collection does not say the package comes from'),
  rule('distribution_name', 0.3, 'same name in a distribution, whose versions are of its own builds'),
  rule('language_product', 0.25, 'a product of the same name as a language’s package'),
  rule('other_home', 0.25, 'same name, the vendor is named after it, but the package’s home is somebody else’s'),
  rule('vendor_disagrees', 0.2, 'same name, but the vendor is not who makes the package'),
  rule('enricher_alone', 0.2, 'same name, but only an enrichment gives it, and the assigner names another product'),
  rule('described_elsewhere', 0.2, 'same name, but the record describes a flaw on Windows alone'),
  rule('target_disagrees', 0.1, 'same name, but the product is made for something else: a plug-in, another system'),
] as const satisfies readonly IdentityRule[];

export type IdentityRuleId = (typeof IDENTITY_RULES)[number]['id'];

/** Ways from the question to an entry of the collection, besides the naming rules of `names/rules.ts`. */
export const COLLECTION_RULES = [
  rule('collection_pname', 0.98, 'the collection gives this name to the package behind another attribute'),
  rule('collection_member', 0.96, 'the name of a member of a set, without the set'),
  rule('collection_variant', 0.8, 'the collection’s entry differs in case, separators or release line'),
  rule('several_sets', 0.6, 'members of several languages’ sets have this name'),
  rule('release_line', 0.98, 'the number of a release line of software that is known to be kept in several'),
  rule('maker_prefix', 0.97, 'the name of the maker comes before the name'),
  rule('product_separators', 0.98, 'products are written with “_” or “-” for a space, and with a dot before “js”'),
  rule('vendor_prefix', 0.98, 'CVE records put the vendor before the name of the product'),
  rule('reversed_host', 0.97, 'a Maven group is the home’s host reversed'),
  rule('module_line', 1, 'Go modules carry their major version in the name'),
  rule(
    'jll_suffix',
    0.7,
    'Julia keeps builds of libraries under their name and “_jll”, fixed when they were next built',
  ),
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
