export { buildPurl, printPurl } from './build.ts';
export { ECOSYSTEM_RULES, ECOSYSTEMS_WITHOUT_PURL, TYPES_WITHOUT_ECOSYSTEM } from './ecosystems.ts';
export { type PackageReference, parsePackageReference, toPackageName, toPurl } from './package-reference.ts';
export {
  type CoverageGap,
  findEcosystemGaps,
  type PackageIdentity,
  type PurlPackage,
  packageOfPurl,
  purlOfPackage,
} from './packages.ts';
export { canonicalPurl, parsePurl, readPurl } from './parse.ts';
export { type Purl, type PurlParts, type PurlReading } from './purl.ts';
export { getPurlType as purlTypeOf, PURL_TYPES, type PurlType } from './types.ts';
export { versionOfPurl } from './version.ts';
