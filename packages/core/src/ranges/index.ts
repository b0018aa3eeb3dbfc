export { ADVISORY_ECOSYSTEM_NAMES, ADVISORY_ECOSYSTEMS, readAdvisory } from './advisory.ts';
export { askPackage, askProduct, namesRelease, type PackageQuestion, type ProductQuestion, releaseFit } from './ask.ts';
export { type CoarseBounds, coarseBounds, mayInclude } from './coarse-bounds.ts';
export { readCve } from './cve.ts';
export { evaluate } from './evaluate.ts';
export { freeform } from './freeform.ts';
export { isUnbounded } from './membership.ts';
export type {
  Assertion,
  Bound,
  Caveat,
  Claim,
  Confidence,
  Doubt,
  Evaluation,
  Interval,
  Proof,
  Question,
  RangeEvent,
  Reading,
  RecordRef,
  Subject,
  Verdict,
} from './model.ts';
export { readConfigurations, readNvd } from './nvd.ts';
export { readOsv } from './osv.ts';
export { type AffectedFacts, type FiledAs, packAssertion, unpackAssertion } from './packed-assertion.ts';
export { intervalExpression, rangeExpression } from './range-expression.ts';
export { comparableName } from './same-name.ts';
export { schemeById } from './scheme-by-id.ts';
export { isSpared } from './spared.ts';
export { type VersionCut, type VersionSpan, versionLine } from './version-line.ts';
export { claimInWords, rangeInWords } from './words.ts';
