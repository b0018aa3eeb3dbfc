import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Prints the ten slowest test files of a run and, last, how many tests passed and failed. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numFailedTestSuites: number;
  readonly testResults: readonly { name: string; startTime: number; endTime: number; status: string }[];
}

const report = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Report;
const slowest = report.testResults
  .map(({ name, startTime, endTime }) => ({ name: path.relative(process.cwd(), name), ms: endTime - startTime }))
  .toSorted((a, b) => b.ms - a.ms)
  .slice(0, 10);

console.log('\nThe ten slowest test files:');
for (const { name, ms } of slowest) console.log(`${(ms / 1_000).toFixed(1).padStart(7)} s  ${name}`);
// A file that could not be loaded has no tests to count and is a failure all the same.
const broken =
  report.testResults.filter(({ status }) => status === 'failed').length > 0 && report.numFailedTests === 0 ? 1 : 0;
const skipped = report.numPendingTests > 0 ? `, ${report.numPendingTests} skipped` : '';
console.log(`\n${report.numPassedTests} passed, ${report.numFailedTests + broken} failed${skipped}`);
