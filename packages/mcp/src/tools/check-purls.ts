import { postPurls } from '@almanac/contract';
import * as z from 'zod';
import { cautions, coverageOf, covered, silent } from '../brief.ts';
import { tool } from '../tool.ts';
import { toPurls } from './named-package.ts';
import { PurlRow, rowsInBrief, summariseRows, totalsOf, uncheckedCaution, VerdictTotals } from './purl-rows.ts';

const Purls = z.array(z.string().min(1).max(1_000)).min(1).max(1_000);

export const checkPurls = tool({
  name: 'check_purls',
  title: 'Check package URLs',
  description:
    'Check as many as 1,000 package URLs, such as pkg:npm/lodash@4.17.20: what affects each, and the version to upgrade to. A plain name means a nixpkgs package: curl@8.4.0. Without a version, a package with records is unknown.',
  input: z.object({ purls: Purls }),
  brief: z.object({
    totals: VerdictTotals.extend({ asked: z.int() }),
    results: z.array(PurlRow).describe('Affected first, then unknown.'),
    ...covered,
  }),
  maxItems: 40,
  ask: (call, { purls }, options) => call(postPurls, { body: { purls: toPurls(purls) } }, options),
  shorten(answer, _, cut) {
    const { results } = answer.data;
    const totals = { asked: results.length, ...totalsOf(results) };
    return {
      totals,
      results: rowsInBrief(results, cut),
      ...coverageOf(answer),
      caution: cautions(uncheckedCaution(totals.unknown, totals.asked), silent(answer)),
      withheld: cut.withheld('Check fewer package URLs at once, or repeat with detail: "full".'),
    };
  },
  summarise: ({ totals, results }) => summariseRows(totals, results) ?? '',
});
