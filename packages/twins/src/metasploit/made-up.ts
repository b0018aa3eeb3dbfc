import { MADE_UP_PUBLISHED, type MadeUpList, madeUpCveId } from '../feed/made-up.ts';

export const madeUpMetasploit: MadeUpList = {
  key: (number) => `exploit/multi/harbour_${number}`,
  record: ({ number, mark, changed }) => ({
    name: mark,
    fullname: `exploit/multi/harbour_${number}`,
    rank: 600,
    disclosure_date: MADE_UP_PUBLISHED.slice(0, 10),
    type: 'exploit',
    references: [madeUpCveId(number), 'URL-https://harbour.example/a'],
    mod_time: `${new Date(changed).toISOString().slice(0, 19).replace('T', ' ')} +0000`,
    ref_name: `multi/harbour_${number}`,
  }),
  mark: (value) => String(value['name']),
  nameAtTwin: (key) => key.replace('/', '_'),
};
