import { cpeText } from '../../cpe/cpe.ts';
import { parseCpe } from '../../cpe/parse.ts';
import { compareText } from '../../ids/order.ts';
import { memberOfSet } from '../../names/attribute-sets.ts';
import { canonicalName } from '../../names/canonical.ts';
import { NAME_RULES } from '../../names/rules.ts';
import { nameSpellings, nameVariants, rounded } from '../../names/variants.ts';
import { packageOfPurl } from '../../purl/packages.ts';
import { parsePurl } from '../../purl/parse.ts';
import type { Candidate, CollectionFact, MatchQuestion } from '../facts.ts';
import { ecosystemOfForm } from './ecosystem-kinds.ts';
import { homeOf, hostOf, makerWordsOf, registryHomeOf } from './homes.ts';
import { COLLECTION_RULES, type CollectionRuleId, type IdentityRuleId, identityRule } from './identity-rules.ts';
import { isInLanguage, type RelatedFact, relatedFacts } from './relation.ts';

/** More names than anything goes by; what is cut off is the weakest. */
const MOST_CANDIDATES = 160;
/** A name this far from the one given is no longer looked for. */
const LEAST_NAMING = 0.4;
/** Entries of the collection that are read: `setup` names thousands. */
const MOST_ENTRIES = 200;

/** What the question may mean, strongest first; bounded. The order of the collection's entries does not matter. */
export function candidatesOf(question: MatchQuestion, collection: readonly CollectionFact[]): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const candidate of allCandidates(question, collection)) {
    const key = keyOf(candidate);
    const known = found.get(key);
    if (known === undefined || known.weight < candidate.weight) found.set(key, candidate);
  }
  return [...found.values()]
    .toSorted((a, b) => b.weight - a.weight || compareText(keyOf(a), keyOf(b)))
    .slice(0, MOST_CANDIDATES);
}

/** How CVE and CPE records write product names, as they are compared. */
export function productName(name: string): string {
  return name.trim().toLowerCase().replaceAll(' ', '_');
}

function keyOf({ kind, ecosystem, vendor, name, rule }: Candidate): string {
  return JSON.stringify([kind, ecosystem, vendor, name, rule]);
}

function allCandidates(question: MatchQuestion, collection: readonly CollectionFact[]): Candidate[] {
  const ecosystem = question.ecosystem ?? null;
  if (ecosystem !== null) return inEcosystem(question.package, ecosystem, 'asked_ecosystem', question.package, []);
  const related = relatedFacts(question.package, collection)
    .toSorted((a, b) => compareText(a.fact.attribute + a.fact.channel, b.fact.attribute + b.fact.channel))
    .slice(0, MOST_ENTRIES);
  const documented = (question.cpes ?? []).flatMap((cpe) => ofCpe(cpe, [], 'document_cpe'));
  if (related.length > 0) {
    const entries = related.flatMap(({ fact, naming }) => ofEntry(fact, naming));
    return [...documented, ...entries, ...ofVariant(question.package, related)];
  }
  return [...documented, ...ofBareName(question.package)];
}

/** The name itself, where entries have it in another case or release line only: distributions have `dotnet-runtime-7.0`. */
function ofVariant(given: string, related: readonly RelatedFact[]): Candidate[] {
  const naming: readonly CollectionRuleId[] = ['collection_variant'];
  const isVariant = related.every((one) => one.naming.includes('collection_variant'));
  return isVariant ? [packageIn(null, given, 'references_agree', given, naming)] : [];
}

/** What an entry of the collection may be elsewhere: by what it declares, by its set, by its home, and by its names. */
function ofEntry(fact: CollectionFact, naming: readonly CollectionRuleId[]): Candidate[] {
  const from = fact.attribute;
  const declared = ofDeclared(fact, naming);
  if (fact.ecosystem !== null) {
    const name = fact.ecosystemName ?? memberOfSet(fact.attribute)?.name ?? fact.attribute;
    return [
      ...declared,
      ...inEcosystem(name, fact.ecosystem, 'language_set', from, naming),
      product(name, 'references_agree', from, naming),
    ];
  }
  const homes = ofHome(fact, naming);
  const makers = makerWordsOf(fact);
  // A language that OSV has no ecosystem for: only the record's own pointers can tell that it means this package.
  if (isInLanguage(fact.attribute)) {
    const name = memberOfSet(fact.attribute)?.name ?? fact.attribute;
    return [...declared, ...homes, product(name, 'references_agree', from, naming)];
  }
  const names = namesOf(fact, makers, naming);
  const named = names.flatMap((each) => ofName(each.name, from, each.naming, 'references_agree'));
  const prefixed = names.flatMap((each) =>
    makers.flatMap((maker) =>
      products(`${maker} ${each.name}`, 'vendor_agrees', from, [...each.naming, 'vendor_prefix']),
    ),
  );
  return [...declared, ...homes, ...ofHost(fact, names), ...named, ...prefixed];
}

interface EntryName {
  readonly name: string;
  readonly naming: readonly CollectionRuleId[];
}

/**
 * The names of an entry outside of any language: its own and its attribute's; also without the number of a release line
 * (`tomcat10`) and without its maker in front (`apache-tomcat`). In a set only its own counts: `vscode-extensions.golang.go` is
 * made for Go, and is not Go.
 */
function namesOf(fact: CollectionFact, makers: readonly string[], naming: readonly CollectionRuleId[]): EntryName[] {
  const member = memberOfSet(fact.attribute);
  const own = fact.pname === null || fact.pname === '' ? (member?.name ?? fact.attribute) : fact.pname;
  const names: EntryName[] = [];
  for (const name of new Set(member === null ? [own, fact.attribute] : [own])) {
    names.push({ name, naming });
    const line = canonicalName(name);
    if (line !== name.toLowerCase()) names.push({ name: line, naming: [...naming, 'release_line'] });
    const plain = withoutMaker(name, makers);
    if (plain !== null) names.push({ name: plain, naming: [...naming, 'maker_prefix'] });
  }
  return names;
}

/** The name without its maker in front: `tomcat` of `apache-tomcat`; null where it does not begin with a maker. */
export function withoutMaker(name: string, makers: readonly string[]): string | null {
  const maker = makers.find((word) => name.toLowerCase().startsWith(`${word}-`) && name.length > word.length + 1);
  return maker === undefined ? null : name.slice(maker.length + 1);
}

/** A name of no ecosystem in particular, and its variations. */
function ofName(
  given: string,
  from: string,
  naming: readonly CollectionRuleId[],
  registry: IdentityRuleId,
): Candidate[] {
  return nameVariants(given).flatMap(({ name, ecosystem, weight, rules }) => {
    if (weight < LEAST_NAMING) return [];
    const named = [...naming, ...rules];
    const found = packageIn(ecosystem, name, registry, from, named);
    if (ecosystem !== null) return [found];
    const build = packageIn('Julia', `${name}_jll`, 'upstream_name', from, [...named, 'jll_suffix']);
    return products(name, 'vendor_agrees', from, named).concat(found, registry === 'registry_name' ? [] : build);
  });
}

/** The collection does not know the name: its form may tell the ecosystem, or a language's set that it is written with. */
function ofBareName(given: string): Candidate[] {
  const form = ecosystemOfForm(given);
  if (form !== null) {
    const last = given.slice(Math.max(given.lastIndexOf('/'), given.lastIndexOf(':')) + 1);
    const asProduct = form === 'Go' ? [product(last, 'vendor_agrees', given, [])] : [];
    return [...inEcosystem(given, form, 'name_form', given, []), ...asProduct];
  }
  const member = memberOfSet(given);
  if (member?.language?.ecosystem)
    return inEcosystem(member.name, member.language.ecosystem, 'language_set', given, []);
  return ofName(given, given, [], 'registry_name');
}

/** One package of an ecosystem, and how the ecosystem's own rules spell it. */
function inEcosystem(
  given: string,
  ecosystem: string,
  rule: IdentityRuleId,
  from: string,
  naming: readonly CollectionRuleId[],
): Candidate[] {
  return nameSpellings(given, ecosystem).map(({ name, rules }) =>
    packageIn(ecosystem, name, rule, from, [...naming, ...rules]),
  );
}

/** What the collection declares: CPE names and package URLs. */
function ofDeclared({ cpes, purls }: Pick<CollectionFact, 'cpes' | 'purls'>, naming: readonly CollectionRuleId[]) {
  return [...cpes.flatMap((cpe) => ofCpe(cpe, naming)), ...purls.flatMap((purl) => ofPurl(purl, naming))];
}

/** The names of an entry elsewhere that do not come from its own: what it declares, without the vendor before it, and its home. */
export function namesElsewhere(fact: Pick<CollectionFact, 'cpes' | 'purls' | 'homepage' | 'version'>): string[] {
  const found = [...ofDeclared(fact, []), ...ofHome(fact, [])];
  return found.flatMap(({ name, naming }) => (naming.includes('vendor_prefix') ? [] : [name]));
}

function ofCpe(
  text: string,
  naming: readonly CollectionRuleId[],
  rule: 'declared_cpe' | 'document_cpe' = 'declared_cpe',
): Candidate[] {
  const cpe = parseCpe(text);
  const vendor = cpe === null ? null : cpeText(cpe.vendor);
  const name = cpe === null ? null : cpeText(cpe.product);
  if (name === null) return [];
  const declared = candidate({ kind: 'product', vendor, name }, rule, text, naming);
  if (vendor === null) return [declared];
  // CVE records often put the vendor before the product: Apache HTTP Server.
  const prefixed = { kind: 'product', vendor, name: `${vendor}_${name}` } as const;
  return [declared, candidate(prefixed, rule, text, [...naming, 'vendor_prefix'])];
}

function ofPurl(text: string, naming: readonly CollectionRuleId[]): Candidate[] {
  const purl = parsePurl(text);
  if (purl === null) return [];
  const { ecosystem, ...named } = packageOfPurl(purl);
  return ecosystem === null || !('name' in named)
    ? []
    : [candidate({ kind: 'package', ecosystem, name: named.name }, 'declared_purl', text, naming)];
}

/** `commons.apache.org` is the home of what Maven calls `org.apache.commons:…`. */
function ofHost({ homepage }: CollectionFact, names: readonly EntryName[]): Candidate[] {
  const host = homepage === null ? null : hostOf(homepage);
  if (host === null) return [];
  const group = host.split('.').toReversed().join('.');
  return names.map(({ name, naming }) =>
    packageIn('Maven', `${group}:${name}`, 'registry_home', homepage ?? '', [...naming, 'reversed_host']),
  );
}

/** A registry's page names the package; a repository is the name of the Go module in it, with its major version from the second on. */
function ofHome(
  { homepage, version }: Pick<CollectionFact, 'homepage' | 'version'>,
  naming: readonly CollectionRuleId[],
): Candidate[] {
  if (homepage === null) return [];
  const page = registryHomeOf(homepage);
  if (page !== null) return inEcosystem(page.name, page.ecosystem, 'registry_home', homepage, naming);
  const [, owner, repository] = GITHUB.exec(homepage) ?? [];
  if (owner === undefined || repository === undefined || homeOf(homepage) === null) return [];
  const module = `github.com/${owner}/${repository.replace(/\.git$/, '')}`;
  const spelt = [...new Set([module, module.toLowerCase()])];
  const major = Number(/^v?(\d{1,4})\./.exec(version ?? '')?.[1] ?? 0);
  const line =
    major >= 2
      ? spelt.map((name) =>
          packageIn('Go', `${name}/v${major}`, 'repository_is_module', homepage, [...naming, 'module_line']),
        )
      : [];
  return [...spelt.map((name) => packageIn('Go', name, 'repository_is_module', homepage, naming)), ...line];
}

const GITHUB = /^https?:\/\/(?:www\.)?github\.com\/([^/?#]{1,100})\/([^/?#]{1,100})/i;

function packageIn(
  ecosystem: string | null,
  name: string,
  rule: IdentityRuleId,
  from: string,
  naming: readonly string[],
): Candidate {
  return candidate({ kind: 'package', ecosystem, name }, rule, from, naming);
}

function product(name: string, rule: IdentityRuleId, from: string, naming: readonly string[]): Candidate {
  return candidate({ kind: 'product', name: productName(name) }, rule, from, naming);
}

/** A product, also as it would be written with the other sign for a space. */
function products(name: string, rule: IdentityRuleId, from: string, naming: readonly string[]): Candidate[] {
  const given = productName(name);
  const others = new Set([given.replaceAll('-', '_'), given.replaceAll('_', '-'), given.replace(DOTLESS_JS, '$1.js')]);
  others.delete(given);
  const spelt = [...naming, 'product_separators'];
  return [product(name, rule, from, naming), ...[...others].map((other) => product(other, rule, from, spelt))];
}

/** `nodejs` is written `node.js`. */
const DOTLESS_JS = /^([a-z]{2,40})js$/;

interface Named {
  readonly kind: Candidate['kind'];
  readonly name: string;
  readonly ecosystem?: string;
  readonly vendor?: string | null;
}

function candidate(
  { kind, name, ecosystem, vendor }: Omit<Named, 'ecosystem'> & { readonly ecosystem?: string | null },
  rule: IdentityRuleId,
  from: string,
  naming: readonly string[],
): Candidate {
  const { weight, reason } = identityRule(rule);
  const namingWeight = rounded(naming.reduce((product, id) => product * (WEIGHTS.get(id) ?? 1), 1));
  return {
    kind,
    ecosystem: ecosystem ?? null,
    vendor: vendor ?? null,
    name,
    rule,
    weight: rounded(weight * namingWeight),
    naming,
    namingWeight,
    from,
    reason,
  };
}

const WEIGHTS: ReadonlyMap<string, number> = new Map(
  [...COLLECTION_RULES, ...NAME_RULES].map(({ id, weight }) => [id, weight]),
);
