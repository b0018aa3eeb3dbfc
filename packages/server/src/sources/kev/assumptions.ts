import {
  type AssumptionsAt,
  answersUnchanged,
  judgeReading,
  readWholeChannel,
  saysCanaries,
  shared,
  staysWithinLimits,
  succeeds,
} from '../assumption.ts';
import type { KevAddresses } from './definition.ts';
import { kev } from './index.ts';

const DATA = { url: 'https://github.com/cisagov/kev-data', date: '2025-08-25' };

export const kevAssumptions: AssumptionsAt<KevAddresses> = ({ url, mirrorUrl }) => {
  // By itself: the reader would go on to the mirror, and the feed would look well.
  const feed = shared(readWholeChannel('bulk', kev({ url })));
  return [
    {
      id: 'feed',
      sentence: 'The catalogue is one document that states its date and the number of its entries.',
      evidence: DATA,
      check: succeeds(feed, judgeReading),
    },
    {
      id: 'canary',
      sentence: 'The catalogue has the well-known records.',
      evidence: DATA,
      check: saysCanaries(feed),
    },
    {
      id: 'unchanged',
      sentence: 'The catalogue is answered with 304 while it has not changed.',
      evidence: { url: 'https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2', date: '2022-06-01' },
      check: answersUnchanged(url),
    },
    ...(mirrorUrl === undefined
      ? []
      : [
          {
            id: 'mirror',
            sentence: "CISA's copy of the catalogue on GitHub has the same form.",
            evidence: { url: 'https://github.com/cisagov/kev-data/issues/4', date: '2025-05-16' },
            check: succeeds(readWholeChannel('bulk', kev({ url: mirrorUrl })), judgeReading),
          },
        ]),
    {
      id: 'limits',
      sentence: 'The catalogue has about 1.3 MB and is answered within seconds.',
      evidence: DATA,
      check: staysWithinLimits,
    },
  ];
};
