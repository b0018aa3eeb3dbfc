import type { AssumptionsAt } from '../assumption.ts';
import { assumeFile } from '../file-assumptions.ts';
import type { FileAddress } from '../file-source.ts';

const REPOSITORY = { url: 'https://github.com/anchore/nvd-data-overrides/pull/11', date: '2024-03-19' };
const IN_USE = { url: 'https://github.com/anchore/grype-db/pull/258', date: '2024-03-11' };

export const nvdOverridesAssumptions: AssumptionsAt<FileAddress> = () =>
  assumeFile({
    form: { sentence: 'The archive has one JSON file for each CVE.', evidence: REPOSITORY },
    canaries: IN_USE,
    size: { sentence: 'The archive is below 512 MB and arrives without delay.', evidence: IN_USE },
  });
