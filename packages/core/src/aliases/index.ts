export { type AliasAssertion, aliasAssertions } from './assertions.ts';
export { cvesNamed } from './cves-named.ts';
export { type AliasGroup, groupAliases } from './groups.ts';
export { cveNamedBy, relatedNamesSubject, type SubjectFacts, vulnerabilitiesOfRecord } from './vulnerabilities.ts';
