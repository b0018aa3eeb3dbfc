export { askBatches } from './ask-batches.ts';
export { mergedCoverage } from './merged-coverage.ts';
export { readScannedFile, type ScannedReading } from './read-scanned-file.ts';
export {
  PENDING_OUTCOME,
  SCAN_REASONS,
  type ScanOutcome,
  type ScanReason,
  type ScanReply,
  scanOutcome,
  unaskedOutcome,
} from './scan-outcome.ts';
