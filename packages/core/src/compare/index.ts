export { CAUSES, type Cause, sideOf } from './causes.ts';
export {
  type ComparedFinding,
  compareReport,
  type JudgedPackage,
  type Knowledge,
  type KnownRecord,
} from './compare.ts';
export type { ReportedPackage, ScannerReport } from './model.ts';
export { readReport } from './read-report.ts';
