import { unquoted } from '../../collection/lookup-names.ts';
import { memberOfSet } from '../../names/attribute-sets.ts';
import { canonicalName } from '../../names/canonical.ts';
import type { CollectionFact } from '../facts.ts';
import type { CollectionRuleId } from './identity-rules.ts';

/** An entry of the collection that the question means, and the rules by which. */
export interface RelatedFact {
  readonly fact: CollectionFact;
  readonly naming: readonly CollectionRuleId[];
}

/**
 * The entries of the collection that a name means. An attribute of that very name shuts out all others: `curl` is not
 * `haskellPackages.curl`; otherwise a package's own name does (`linux` for `linux_6_6`), then a set's member.
 */
export function relatedFacts(name: string, collection: readonly CollectionFact[]): RelatedFact[] {
  const byAttribute = collection.filter(({ attribute }) => unquoted(attribute) === unquoted(name));
  if (byAttribute.length > 0) return byAttribute.map((fact) => ({ fact, naming: [] }));
  const byName = collection.filter(({ attribute, pname }) => pname === name && !isInLanguage(attribute));
  if (byName.length > 0) return byName.map((fact) => ({ fact, naming: ['collection_pname'] }));
  const members = collection.filter((fact) => isMemberNamed(fact, name));
  if (members.length > 0) return members.map((fact) => ({ fact, naming: memberRules(members) }));
  return collection.map((fact) => ({ fact, naming: ['collection_variant'] }));
}

/** The languages of the members decide; `null` stands for sets of no language. */
function memberRules(members: readonly CollectionFact[]): readonly CollectionRuleId[] {
  const languages = new Set(members.map(({ attribute }) => memberOfSet(attribute)?.language?.id ?? null));
  return languages.size > 1 ? ['collection_member', 'several_sets'] : ['collection_member'];
}

export function isInLanguage(attribute: string): boolean {
  return (memberOfSet(attribute)?.language ?? null) !== null;
}

/** Also as version aggregators write it: `python:requests`. */
function isMemberNamed({ attribute, ecosystemName }: CollectionFact, name: string): boolean {
  return ecosystemName === name || memberOfSet(attribute)?.name === name || canonicalName(attribute) === name;
}
