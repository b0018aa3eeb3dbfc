export { type CveId, cveIdMeant, normaliseCveId, parseCveId, printCveId } from './cve.ts';
export { normaliseCweId, parseCweId, printCweId } from './cwe.ts';
export { extractIds, extractIdsOf, type FoundId } from './extract.ts';
export { normaliseGhsaId } from './ghsa.ts';
export { groupByKeys } from './group-by-keys.ts';
export {
  type NixpkgsIssueId,
  normaliseNixpkgsIssueId,
  parseNixpkgsIssueId,
  printNixpkgsIssueId,
} from './nixpkgs.ts';
export { compareText } from './order.ts';
export { normaliseOsvId, type OsvId, parseOsvId, printOsvId } from './osv.ts';
export { OSV_PREFIXES, type OsvPrefix, osvPrefixOf } from './osv-prefixes.ts';
