import {
  type AssumptionsAt,
  judgeReading,
  readBulk,
  saysCanaries,
  shared,
  staysWithinLimits,
  succeeds,
} from '../assumption.ts';
import type { KevAddresses } from './definition.ts';
import { kev } from './index.ts';

const DATA = { url: 'https://github.com/cisagov/kev-data', date: '2025-08-25' };

export const kevAssumptions: AssumptionsAt<KevAddresses> = ({ url, mirrorUrl }) => {
  // Without the mirror, which would hide that the feed cannot be read.
  const feed = shared(readBulk(kev({ url })));
  return [
    {
      id: 'feed',
      sentence: 'The catalogue is one JSON document that states its date and number of entries.',
      evidence: DATA,
      check: succeeds(feed, judgeReading),
    },
    {
      id: 'canary',
      sentence: 'The catalogue contains the well-known records.',
      evidence: DATA,
      check: saysCanaries(feed),
    },
    ...(mirrorUrl === undefined
      ? []
      : [
          {
            id: 'mirror',
            sentence: "CISA's copy on GitHub has the same form.",
            evidence: { url: 'https://github.com/cisagov/kev-data/issues/4', date: '2025-05-16' },
            check: succeeds(readBulk(kev({ url: mirrorUrl })), judgeReading),
          },
        ]),
    {
      id: 'limits',
      sentence: 'The catalogue is below 32 MB and arrives within seconds.',
      evidence: DATA,
      check: staysWithinLimits,
    },
  ];
};
