import { type MadeUpList, madeUpCveId } from '../feed/made-up.ts';

export const madeUpNuclei: MadeUpList = {
  key: madeUpCveId,
  record: ({ number, mark }) => ({
    ID: madeUpCveId(number),
    Info: { Name: mark, Severity: 'high', Description: 'A flaw.\n', Classification: { CVSSScore: '7.5' } },
    file_path: `http/cves/2026/${madeUpCveId(number)}.yaml`,
  }),
  mark: (value) => String((value['Info'] as { Name?: string } | undefined)?.Name),
  recordsApart: true,
};
