export { CAUSES, type Cause, sideOf } from './causes.ts';
export { type ComparedFinding, compareReport } from './compare.ts';
export type { JudgedPackage, Knowledge, KnownRecord } from './knowledge.ts';
export { type CompareService, lookUpReport, openLookups } from './look-up.ts';
export type { ReportedPackage, ScannerReport } from './model.ts';
export { readReport } from './read-report.ts';
