import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `test-summary.ts report.json [again.json]` prints the ten slowest test files of a run, what failed beside other tests and
 * passed alone, and, last, how many tests passed and failed. `test-summary.ts --failed report.json` prints the files that failed.
 */
interface FileResult {
  readonly name: string;
  readonly startTime: number;
  readonly endTime: number;
  readonly status: string;
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
}

const read = (file: string) =>
  (JSON.parse(readFileSync(file, 'utf8')) as { testResults: readonly FileResult[] }).testResults;
const relative = (name: string) => path.relative(process.cwd(), name);
const failed = ({ status }: { status: string }) => status === 'failed';

function printFailedFiles(report: string): void {
  for (const { name } of read(report).filter(failed)) console.log(relative(name));
}

function printSummary(report: string, again: string | undefined): void {
  const first = read(report);
  const second = new Map((again === undefined ? [] : read(again)).map((file) => [file.name, file]));

  console.log('\nThe ten slowest test files:');
  const slowest = first.toSorted((a, b) => b.endTime - b.startTime - (a.endTime - a.startTime)).slice(0, 10);
  for (const { name, startTime, endTime } of slowest) {
    console.log(`${((endTime - startTime) / 1_000).toFixed(1).padStart(7)} s  ${relative(name)}`);
  }

  const unsteady = first.filter((file) => failed(file) && second.get(file.name)?.status === 'passed');
  if (unsteady.length > 0) console.log('\nFailed beside other tests, passed alone:');
  for (const { name, assertionResults } of unsteady) {
    for (const { fullName } of assertionResults.filter(failed)) console.log(`  ${relative(name)}: ${fullName}`);
  }

  const files = first.map((file) => second.get(file.name) ?? file);
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  // A file that could not be loaded has no failed test to count and is a failure all the same.
  const broken = files.filter((file) => failed(file) && !file.assertionResults.some(failed)).length;
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const skipped = tests.filter(({ status }) => ['pending', 'skipped', 'todo'].includes(status)).length;
  console.log(
    `\n${passed} passed, ${tests.filter(failed).length + broken} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  );
}

const [first = '', second] = process.argv.slice(2);
if (first === '--failed') printFailedFiles(second ?? '');
else printSummary(first, second);
