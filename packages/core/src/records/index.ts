export { findFixes as fixesOf } from './fixes.ts';
export { isUnsetTime, parseInstant } from './instant.ts';
export {
  type AdvisoryType,
  CVE_RECORD_SOURCES,
  isRecordSource,
  RECORD_SOURCES,
  type RecordDocument,
  UNDATED,
  type VulnerabilityRecord,
} from './model.ts';
export { isRebuildRecord } from './osv-databases.ts';
export { readVulnerabilityRecord } from './read-record.ts';
export { getSubjectKind as subjectKindOf } from './subject-kind.ts';
