import { memberOfSet } from '../../names/attribute-sets.ts';
import { collisionVerdict, ecosystemOfTarget } from '../../names/collision.ts';
import { pep503 } from '../../names/pep503.ts';
import { isUnsaid } from '../../names/product-name.ts';
import { rounded } from '../../names/variants.ts';
import { releaseFit } from '../../ranges/ask.ts';
import type { Subject } from '../../ranges/model.ts';
import { isSameName } from '../../ranges/same-name.ts';
import { getSubjectKind } from '../../records/subject-kind.ts';
import { ANY_PRODUCT, AS_DESCRIBED } from '../../records/targets.ts';
import type { Candidate, CollectionFact, KnownSubject, MatchQuestion } from '../facts.ts';
import type { Identity } from '../match.ts';
import { candidatesOf, productName } from './candidates.ts';
import { isDistribution } from './distributions.ts';
import { baseOf, kindOf } from './ecosystem-kinds.ts';
import { homeOf, makerWordsOf, plainMaker, squeezed } from './homes.ts';
import { type IdentityContext, type IdentityScope, openScope, type Pointers } from './identity-context.ts';
import { type IdentityRuleId, identityRule } from './identity-rules.ts';
import { isInLanguage, relatedFacts } from './relation.ts';

/** `known` is what sources have records of under any of the candidates' names; `candidates` where they are worked out already. */
export function identityContext(
  question: MatchQuestion,
  collection: readonly CollectionFact[],
  known: readonly KnownSubject[] = [],
  candidates: readonly Candidate[] = candidatesOf(question, collection),
): IdentityContext {
  const asked = question.ecosystem ?? null;
  const facts = asked === null ? relatedFacts(question.package, collection).map(({ fact }) => fact) : [];
  const ofForm = asked === null && facts.length === 0 ? homeOf(`https://${question.package}`) : null;
  const homes = facts.flatMap(({ homepage }) => (homepage === null ? [] : (homeOf(homepage) ?? [])));
  return {
    candidates,
    byName: Map.groupBy(candidates, ({ name }) => nameKey(name)),
    inCollection: facts.length > 0,
    ofLanguage: asked !== null || (facts.length > 0 && facts.every(({ attribute }) => isInLanguage(attribute))),
    ecosystem: asked === null ? onlyEcosystem(facts) : baseOf(asked),
    inSet: facts.length > 0 && facts.every(({ attribute }) => memberOfSet(attribute) !== null),
    makers: [...new Set(facts.flatMap(makerWordsOf))].sort(),
    homes: ofForm?.repository ? [...homes, ofForm] : homes,
    soleVendors: soleVendorsOf(known),
  };
}

/** Whether, by what rule and with what weight a record's subject is what was asked about; null where it is not. */
export function identityOf(
  subject: Subject,
  context: IdentityContext,
  pointers: Pointers | null,
  scope: IdentityScope = openScope(context),
): Identity | null {
  let best: Identity | null = null;
  for (const candidate of context.byName.get(nameKey(subject.name)) ?? []) {
    const found =
      subject.ecosystem === null
        ? asProduct(subject, candidate, scope, pointers)
        : asPackage(subject, candidate, scope, pointers);
    if (found !== null && (best === null || found.weight > best.weight)) best = found;
  }
  return best;
}

/** Names that might be the same have the same key; whether they are is decided by the ecosystem's rule. */
export function nameKey(name: string): string {
  return pep503(productName(name));
}

function asPackage(
  subject: Subject,
  candidate: Candidate,
  context: IdentityScope,
  pointers: Pointers | null,
): Identity | null {
  const ecosystem = subject.ecosystem ?? '';
  if (candidate.kind !== 'package' || !isSameName(ecosystem, subject.name, candidate.name)) return null;
  if (candidate.ecosystem !== null) {
    return releaseFit(ecosystem, candidate.ecosystem) === 'other' ? null : identity(candidate, candidate.rule, subject);
  }
  const kind = kindOf(baseOf(ecosystem));
  const isPart = candidate.naming.some((rule) => TAKES_PART.has(rule));
  if (kind === 'distribution') return isPart ? null : identity(candidate, 'distribution_name', subject);
  const subjectKind = getSubjectKind(subject);
  if (agreeing(context, pointers, 'place', candidate.name)) {
    if (subjectKind === 'repackaging') return identity(candidate, 'repackaged', subject);
    return identity(candidate, subjectKind === 'package' ? 'registry_references' : 'references_agree', subject);
  }
  if (isPart) return null;
  if (kind === 'upstream') {
    const elsewhere = context.inSet || isElsewhere(context, candidate.name);
    return identity(candidate, elsewhere ? 'other_registry' : 'upstream_name', subject);
  }
  return identity(candidate, context.inCollection ? 'other_registry' : 'registry_name', subject);
}

/** Rules that leave a part of the name, which is anybody's: `black` of `openmoji-black` is not PyPI's. */
const TAKES_PART: ReadonlySet<string> = new Set(['maker_prefix', 'language_prefix', 'lib_prefix', 'glued_version']);

function asProduct(
  subject: Subject,
  candidate: Candidate,
  context: IdentityScope,
  pointers: Pointers | null,
): Identity | null {
  if (candidate.kind !== 'product' || productName(subject.name) !== candidate.name) return null;
  const vendor = subject.vendor === null || isUnsaid(subject.vendor) ? null : subject.vendor;
  if (candidate.vendor !== null) {
    return vendor !== null && plainMaker(vendor) === plainMaker(candidate.vendor)
      ? identity(candidate, candidate.rule, subject)
      : null;
  }
  const target = pointers?.targets?.get(candidate.name) ?? pointers?.targets?.get(ANY_PRODUCT) ?? null;
  if (target !== null && isForSomethingElse(target, vendor, candidate.name, context)) {
    return identity(candidate, 'target_disagrees', subject);
  }
  if (context.inCollection && pointers?.targets?.has(AS_DESCRIBED) === true) {
    return identity(candidate, 'described_elsewhere', subject);
  }
  if (pointers?.disowned?.has(candidate.name) === true) return identity(candidate, 'enricher_alone', subject);
  const language = target === null ? null : ecosystemOfTarget(target);
  if (context.ofLanguage) {
    if (language !== null && language === context.ecosystem) return identity(candidate, 'target_agrees', subject);
    const rule = agreeing(context, pointers, 'repository', candidate.name) ? 'references_agree' : 'language_product';
    return identity(candidate, rule, subject);
  }
  // With the maker put before the name or taken off it, the record has to be about that maker's.
  const found = productRule(vendor, candidate.name, context, pointers);
  const agrees = found === 'vendor_agrees' || found === 'references_agree';
  const isSettled = agrees || found === 'other_home';
  const rule = language !== null && !isSettled && isWrapper(language, vendor) ? 'other_registry' : found;
  if (candidate.naming.includes('vendor_prefix') && rule !== 'vendor_agrees') return null;
  if (candidate.naming.includes('maker_prefix') && !agrees) return null;
  return identity(candidate, rule, subject);
}

function productRule(
  vendor: string | null,
  name: string,
  context: IdentityScope,
  pointers: Pointers | null,
): IdentityRuleId {
  const { makers } = context;
  if (vendor !== null && context.isByMaker(vendor, name)) {
    return isOfMakersOther(context, pointers, name) ? 'maker_repository' : 'vendor_agrees';
  }
  const guard = collisionVerdict({ vendor, product: name, targetSw: null }, { ecosystem: null, name, makers });
  if (guard.rule === 'vendor_agrees') return 'vendor_agrees';
  if (vendor !== null && isNamedByHome(context, vendor, name)) {
    return 'vendor_agrees';
  }
  if (agreeing(context, pointers, 'place', name)) return 'references_agree';
  if (context.inSet) return guard.rule === 'vendor_disagrees' ? 'vendor_disagrees' : 'name_alone';
  if (guard.rule === 'vendor_is_product') return isElsewhere(context, name) ? 'other_home' : 'vendor_is_product';
  // A distribution that names somebody else's software speaks of its own build of it.
  if (hasOwnSite(context, name) && (vendor === null || !isDistribution(vendor))) return 'own_site';
  const named = vendor === null ? makers : [...makers, plainMaker(vendor)];
  if (named.some((maker) => name.startsWith(`${maker}-`) || name.startsWith(`${maker}_`))) return 'maker_in_name';
  return guard.rule === 'vendor_unknown' ? 'name_alone' : 'vendor_disagrees';
}

/** Whether the record points to the package's own home: the same place, or the maker's repository of that name. */
function agreeing(
  { homes, isByMaker, homesIn }: IdentityScope,
  pointers: Pointers | null,
  by: 'place' | 'repository',
  name: string,
): boolean {
  if (pointers === null || homes.length === 0) return false;
  const named = squeezed(name);
  return homesIn(pointers).some((pointed) => {
    const { repository } = pointed;
    if (homes.some((home) => home.repository !== null && home.repository === repository)) return true;
    // Bindings share the site of what they bind.
    if (by === 'repository') return false;
    if (homes.some((home) => home.place === pointed.place)) return true;
    const isNamed = repository !== null && squeezed(repository.slice(repository.lastIndexOf('/') + 1)) === named;
    return isNamed && isByMaker(pointed.maker, name);
  });
}

/**
 * Whether the record points to the maker's repository of the product's name, and the package comes from another one of the maker:
 * `rancher/rancher` is not what `rancher/cli` holds.
 */
function isOfMakersOther(context: IdentityScope, pointers: Pointers | null, name: string): boolean {
  const { homes, isByMaker, homesIn } = context;
  if (pointers === null || homes.length === 0 || agreeing(context, pointers, 'repository', name)) return false;
  if (!homes.every(({ repository }) => repository !== null && !isNamedLike(repository, name))) return false;
  return homesIn(pointers).some(({ repository, maker }) => isNamedLike(repository, name) && isByMaker(maker, name));
}

function isNamedLike(repository: string | null, name: string): boolean {
  return repository !== null && squeezed(repository.slice(repository.lastIndexOf('/') + 1)) === squeezed(name);
}

/** Whether the record points to a repository of the product's name that is not of the package's maker. */
export function isOfAnotherRepository(context: IdentityScope, pointers: Pointers | null, name: string): boolean {
  const { homes, isByMaker, homesIn } = context;
  if (pointers === null || homes.length === 0 || agreeing(context, pointers, 'repository', name)) return false;
  return homesIn(pointers).some(({ repository, maker }) => isNamedLike(repository, name) && !isByMaker(maker, name));
}

/** Whether a part of the home's address is the vendor: `linuxfoundation.org/…/openprinting/cups-filters`. */
function isNamedByHome({ homes }: IdentityContext, vendor: string, name: string): boolean {
  const word = squeezed(vendor);
  return (
    word.length > 3 &&
    word !== squeezed(name) &&
    homes.some(({ subdomains, path }) => subdomains.includes(word) || path.includes(word))
  );
}

/**
 * A site or project page named exactly as the product: `unbound.net`, `draw.io`, `getgrav.com`, `gnu.org/software/coreutils`. One
 * with a word more (`vaultproject.io`) is, where nobody else is known to have a product of that name.
 */
function hasOwnSite({ homes, soleVendors }: IdentityContext, name: string): boolean {
  const word = squeezed(name);
  const alone = soleVendors.has(name);
  return homes.some(({ own, maker, place, repository }) => {
    if (own && alone && plainMaker(maker) === word) return true;
    if (own) return [squeezed(maker), squeezed(place), withoutCall(maker)].includes(word);
    return repository === null && place.endsWith(`/${name}`);
  });
}

/** Sites are called `getgrav` and `usememos` where the name itself was taken. */
function withoutCall(maker: string): string {
  return squeezed(maker).replace(/^(?:get|use|join|try|go)(?=\p{L}{3})/u, '');
}

/**
 * Whether the package's home is known and is not named after it: its name alone then says little. Sites are often named with
 * more than the name (`git-scm.com`, `c-ares.haxx.se`); the owner of a repository is somebody else as soon as he is called otherwise.
 */
function isElsewhere(context: IdentityContext, name: string): boolean {
  if (context.makers.length === 0 || hasOwnSite(context, name)) return false;
  const word = squeezed(name);
  return !context.homes.some(({ maker, own, subdomains }) => {
    if (!own) return squeezed(maker) === word;
    return squeezed(maker).startsWith(word) || subdomains.some((each) => squeezed(each) === word);
  });
}

/**
 * Whether what is made for a language is a library or wrapper of the same name, rather than the program: in most languages.
 * Programs are written in Go, Rust and Java, too; there a vendor written as a Maven group gives the library away.
 */
function isWrapper(language: string, vendor: string | null): boolean {
  if (language === 'Maven') return /^(?:org|com|io|net)\./.test(vendor ?? '');
  return language !== 'Go' && language !== 'crates.io';
}

/** A plug-in, or a program for another system than those of the collection. */
function isForSomethingElse(target: string, vendor: string | null, name: string, context: IdentityContext): boolean {
  if (!context.inCollection && SYSTEMS.has(target)) return false;
  const { rule } = collisionVerdict(
    { vendor, product: name, targetSw: target },
    { ecosystem: context.ecosystem, name, makers: context.makers },
  );
  return rule === 'target_disagrees';
}

const SYSTEMS: ReadonlySet<string> = new Set(['windows', 'macos', 'mac_os_x', 'android', 'iphone_os', 'ios']);

/** Those who write no vendor, and distributions that name the software of others, do not count. */
function soleVendorsOf(known: readonly KnownSubject[]): ReadonlySet<string> {
  const products = Map.groupBy(
    known.flatMap(({ subject: { ecosystem, vendor, name } }) =>
      ecosystem !== null || vendor === null || isUnsaid(vendor) || isDistribution(vendor) ? [] : [{ vendor, name }],
    ),
    ({ name }) => productName(name),
  );
  return new Set(
    [...products].flatMap(([name, all]) =>
      new Set(all.map(({ vendor }) => plainMaker(vendor))).size === 1 ? [name] : [],
    ),
  );
}

function onlyEcosystem(facts: readonly CollectionFact[]): string | null {
  const found = new Set(facts.map(({ ecosystem }) => ecosystem));
  const [only = null] = found;
  return found.size === 1 ? only : null;
}

function identity(candidate: Candidate, rule: IdentityRuleId, { ecosystem, vendor, name }: Subject): Identity {
  const { weight, reason } = identityRule(rule);
  return {
    rule,
    weight: rounded(weight * candidate.namingWeight),
    naming: candidate.naming,
    from: candidate.from,
    to: ecosystem === null ? `${vendor ?? '*'}:${name}` : `${ecosystem} ${name}`,
    reason,
  };
}

/**
 * The ecosystems that a package belongs to; undefined: it may be anybody's; null: of a language that nobody covers. A language's package
 * belongs to its ecosystem; any other may be a product of anybody, and a package of any registry.
 */
export function ecosystemsMeant({ candidates, ofLanguage }: IdentityContext): readonly string[] | null | undefined {
  const packages = candidates.filter(({ kind }) => kind === 'package');
  const sure = packages.flatMap(({ ecosystem }) => ecosystem ?? []);
  if (sure.length > 0 && sure.length === packages.length && (ofLanguage || packages.length === candidates.length)) {
    return [...new Set(sure)];
  }
  return ofLanguage && sure.length === 0 ? null : undefined;
}
