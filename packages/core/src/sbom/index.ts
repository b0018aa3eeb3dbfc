export { unwrapSbom } from './detect.ts';
export type { ExportAbout } from './export-about.ts';
export type { ExaminedComponent, Finding } from './findings.ts';
export { SBOM_FORMS, type SbomForm } from './formats.ts';
export { findLine as lineOf } from './line-of.ts';
export { markdownCell } from './markdown.ts';
export {
  type Component,
  SBOM_LIMITS,
  type Sbom,
  type SbomEncoding,
  type SbomFormat,
  type SbomLimits,
  type SbomProblem,
  type SbomProblemCode,
  type SbomReading,
  type Skipped,
} from './model.ts';
export { readSbom } from './read.ts';
export { addSourceToPurl } from './source-package.ts';
export { spdxLacks } from './spdx-mandatory.ts';
export { decisionWords, findingWords } from './statements.ts';
export { type CsafDocument, toCsaf as csafOf } from './write-csaf.ts';
export {
  type CyclonedxComponent,
  type CyclonedxDocument,
  type CyclonedxHeader,
  writeCyclonedx,
} from './write-cyclonedx.ts';
export { type CycloneDxVexDocument, toCycloneDxVex as cycloneDxVexOf } from './write-cyclonedx-vex.ts';
export { type OpenVexDocument, toOpenVex as openVexOf } from './write-openvex.ts';
export { type SarifLog, toSarif as sarifOf } from './write-sarif.ts';
export { sarifOfFiles } from './write-sarif-of-files.ts';
export { type SpdxDocument, toSpdx as spdxOf } from './write-spdx.ts';
