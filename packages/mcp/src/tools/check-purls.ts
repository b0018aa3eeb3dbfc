import { PurlAnswer, postPurls, type Verdict } from '@almanac/contract';
import * as z from 'zod';
import { cautions, coverageOf, covered, silent } from '../brief.ts';
import { plain } from '../prose.ts';
import { tool } from '../tool.ts';
import { judged, MatchInBrief, statusUnder, verdictCaution } from './matches.ts';

/** What calls for action first; what could not be checked before what could. */
const ORDER: readonly Verdict[] = ['affected', 'unknown', 'none_known', 'not_affected'];
const Purls = z.array(z.string().min(1).max(1_000)).min(1).max(1_000);

export const checkPurls = tool({
  name: 'check_purls',
  title: 'Check package URLs',
  description:
    'A verdict for each of up to 1,000 package URLs, such as pkg:npm/lodash@4.17.20, with what affects them. A package URL without a version is unknown where records name the package.',
  input: z.object({ purls: Purls }),
  brief: z.object({
    totals: z.object({
      asked: z.int(),
      affected: z.int(),
      unknown: z.int(),
      none_known: z.int(),
      not_affected: z.int(),
    }),
    results: z
      .array(
        z.object({
          purl: z.string(),
          status: z.enum(PurlAnswer.shape.status.options),
          problem: z.string().nullable(),
          ...judged,
          caution: z.string().nullable(),
          total: z.int().nonnegative(),
          matches: z.array(MatchInBrief.omit({ title: true, sources: true })).describe('The first few.'),
        }),
      )
      .describe('Affected first, then unknown.'),
    ...covered,
  }),
  maxItems: 40,
  ask: (call, { purls }, options) => call(postPurls, { body: { purls } }, options),
  shorten(answer, _, cut) {
    const { results } = answer.data;
    const count = (wanted: Verdict) => results.filter(({ verdict }) => verdict === wanted).length;
    const [affected, unknown] = [count('affected'), count('unknown')];
    const ranked = results.toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));
    const shown = cut.first(ranked).map((row) => {
      const matches = cut.first(row.matches, 3);
      cut.leave(Math.max(0, row.total - row.matches.length));
      return {
        purl: plain(row.purl, 200),
        status: row.status,
        problem: row.problem === undefined ? null : plain(row.problem, 200),
        verdict: row.verdict,
        verdictReason: plain(row.verdictReason, 200),
        unknownReasons: row.unknownReasons ?? [],
        caution: row.status === 'ok' ? verdictCaution(row.verdict, row.unknownReasons ?? []) : null,
        total: row.total,
        matches: matches.map(({ id, status, confidence, severity, affectedVersions, fixedIn }) => ({
          id: plain(id),
          status: statusUnder(row.verdict, status),
          confidence,
          severity: severity ?? ('unknown' as const),
          affectedVersions: plain(affectedVersions),
          fixedIn: fixedIn === undefined ? null : plain(fixedIn),
        })),
      };
    });
    return {
      totals: {
        asked: results.length,
        affected,
        unknown,
        none_known: count('none_known'),
        not_affected: count('not_affected'),
      },
      results: shown,
      ...coverageOf(answer),
      caution: cautions(
        unknown > 0 ? `${unknown} of ${results.length} could not be checked: they are not clean.` : null,
        silent(answer),
      ),
      withheld: cut.withheld('Ask for fewer package URLs at once, or with detail: "full".'),
    };
  },
});
