import type { AssumptionsAt } from '../assumption.ts';
import { assumeFile } from '../file-assumptions.ts';
import type { FileAddress } from '../file-source.ts';

const FILE = { url: 'https://github.com/projectdiscovery/nuclei-templates/issues/8172', date: '2023-09-06' };

export const nucleiAssumptions: AssumptionsAt<FileAddress> = () =>
  assumeFile({
    form: {
      sentence: 'cves.json has one JSON object per line.',
      evidence: { url: 'https://github.com/projectdiscovery/nuclei-templates/blob/main/cves.json', date: '2026-08-22' },
    },
    canaries: FILE,
    size: {
      sentence: 'The list is below 32 MB and arrives within seconds.',
      evidence: { url: 'https://github.com/projectdiscovery/nuclei-templates/blob/main/cves.json', date: '2026-08-22' },
    },
  });
