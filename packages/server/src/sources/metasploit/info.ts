import type { SourceInfo } from '../source.ts';

export const metasploitInfo: SourceInfo = {
  id: 'metasploit',
  name: 'Metasploit modules',
  kind: 'exploitation',
  home: 'https://github.com/rapid7/metasploit-framework',
  licence: 'BSD-3-Clause',
  attribution: 'Rapid7',
  redistribute: true,
  cadenceSeconds: 24 * 3600,
  // Written anew with most merges, several a week.
  expectedChangeSeconds: 14 * 24 * 3600,
};
