import { MADE_UP_PUBLISHED, type MadeUpList, madeUpCveId } from '../feed/made-up.ts';
import { fieldsOf } from '../feed/record-feed.ts';

export const madeUpNvdOverrides: MadeUpList = {
  key: madeUpCveId,
  record: ({ number, mark, changed }) => ({
    _annotation: {
      cna: 'harbour',
      cve_id: madeUpCveId(number),
      modified: new Date(changed).toISOString().replace('Z', '000+00:00'),
      published: MADE_UP_PUBLISHED.slice(0, 19),
      reason: mark,
      references: ['https://harbour.example/a'],
    },
    cve: {
      configurations: [
        {
          nodes: [
            {
              cpeMatch: [
                {
                  criteria: `cpe:2.3:a:harbour:harbour_${number}:*:*:*:*:*:*:*:*`,
                  versionEndExcluding: '2.0',
                  vulnerable: true,
                },
              ],
              negate: false,
              operator: 'OR',
            },
          ],
        },
      ],
    },
  }),
  mark: (value) => String(fieldsOf(value['_annotation'])['reason']),
  recordsApart: true,
};
