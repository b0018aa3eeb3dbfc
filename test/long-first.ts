import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The runner goes by the size of a file where it knows nothing else; these are small and take long. */
const LONG = [
  'snapshots/unchanged',
  'verdicts/advice',
  'pull-requests/histories',
  'verdicts/agreement',
  'pages/famous',
  'pages/scan',
  'verdicts/no-false-calm',
  'pages/browser',
  'test/quick-start',
  'test/packages-install',
  'faults/matrix',
  'faults/matrix-first',
  'cve/corpus',
  'http/fuzz-requests',
  'http/contract-runner',
  'pages/scan-snapshot',
  'test/demo-live',
  'ingest/upstream-clocks',
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
