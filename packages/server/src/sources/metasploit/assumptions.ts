import type { AssumptionsAt } from '../assumption.ts';
import { assumeFile } from '../file-assumptions.ts';
import type { FileAddress } from '../file-source.ts';

const FILE = { url: 'https://github.com/aboutcode-org/vulnerablecode/issues/1454', date: '2024-08-05' };

export const metasploitAssumptions: AssumptionsAt<FileAddress> = () =>
  assumeFile({
    form: { sentence: 'The list is one JSON object with a member for each module.', evidence: FILE },
    canaries: FILE,
    size: { sentence: 'The list is below 64 MB and arrives within seconds.', evidence: FILE },
  });
