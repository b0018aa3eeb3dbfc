import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The runner goes by the size of a file where it knows nothing else; these are small and take long. */
const LONG = [
  'verdicts/no-false-calm',
  'test/quick-start',
  'verdicts/advice',
  'pages/browser',
  'pull-requests/histories',
  'snapshots/unchanged',
  'pages/famous',
  'faults/matrix',
  'pages/scan',
  'verdicts/agreement',
  'cve/corpus',
  'pages/scan-snapshot',
  'http/fuzz-requests',
  'http/contract-runner',
  'faults/matrix-first',
  'ingest/workers',
  'test/packages-install',
  'test/demo-live',
  'ingest/upstream-clocks',
  'faults/matrix-worlds',
  'ingest/malformed-records',
].map((name) => `/${name}.test.ts`);

/** A long file that begins last would have everything else wait for it. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => projectOrder(a, b) || rank(a) - rank(b));
  }
}

/** Files of one project stay together, or their shared processes would have to be started anew. */
function projectOrder(a: TestSpecification, b: TestSpecification): number {
  return a.project.name === b.project.name ? 0 : a.project.name < b.project.name ? -1 : 1;
}

function rank({ moduleId }: TestSpecification): number {
  const found = LONG.findIndex((name) => moduleId.endsWith(name));
  return found === -1 ? LONG.length : found;
}
