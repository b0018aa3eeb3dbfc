import { Url } from '../../platform/settings.ts';
import { DAY, defineSource } from '../define-source.ts';
import type { FileAddress } from '../file-source.ts';

export const metasploitDefinition = defineSource({
  id: 'metasploit',
  number: 13,
  info: {
    name: 'Metasploit modules',
    kind: 'exploitation',
    home: 'https://github.com/rapid7/metasploit-framework',
    licence: 'BSD-3-Clause',
    attribution: 'Rapid7',
    redistribute: true,
    cadenceSeconds: DAY,
    // Regenerated with most merges, several a week.
    expectedChangeSeconds: 14 * DAY,
    reconciliation: { by: 'whole_file', everyHours: 24 },
  },
  settings: {
    METASPLOIT_URL: Url.default(
      'https://raw.githubusercontent.com/rapid7/metasploit-framework/master/db/modules_metadata_base.json',
    ).describe('The list of Metasploit modules.'),
  },
  address: ({ METASPLOIT_URL: url }): FileAddress => ({ url }),
  schedule: [{ channel: 'bulk', match: '26 4 * * *', catchUpMinutes: 720 }],
  canaries: [
    {
      key: 'exploit/multi/http/log4shell_header_injection',
      says: [{ path: 'references.*', is: 'CVE-2021-44228' }],
    },
  ],
});
