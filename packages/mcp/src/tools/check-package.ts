import * as z from 'zod';
import { cautions, coverageOf, covered, silent } from '../brief.ts';
import { plain } from '../prose.ts';
import { tool } from '../tool.ts';
import {
  AdviceInBrief,
  adviceInBrief,
  judged,
  MatchInBrief,
  matchInBrief,
  summariseMatches,
  verdictCaution,
} from './matches.ts';
import { askAboutPackage } from './named-package.ts';

export const checkPackage = tool({
  name: 'check_package',
  title: 'Check a package by name',
  description:
    'List the CVEs of a package, by its name in nixpkgs or any ecosystem: a verdict for one version, and the version to upgrade to. If you know the ecosystem, check_purls is more exact. Without a version nothing is confirmed.',
  input: z.object({
    package: z.string().min(1).max(1_000).describe('curl, curl@8.4.0 or a package URL.'),
    version: z.string().min(1).max(256).optional(),
  }),
  brief: z.object({
    package: z.string(),
    version: z.string().nullable().describe('Null if none was given.'),
    ...judged,
    total: z.int().nonnegative(),
    matches: z.array(MatchInBrief).describe('By confidence and severity, followed by matches without a CVE ID.'),
    advice: AdviceInBrief,
    evaluated: z.looseObject({}).nullable().describe('Number of records evaluated for the version, by result.'),
    ...covered,
  }),
  maxItems: 16,
  ask: (call, { package: name, version }, options) => askAboutPackage(call, name, version, options),
  shorten(answer, _, cut) {
    const { data, verdict, verdictReason, unknownReasons = [] } = answer;
    const version = data.version === 'any' ? null : plain(data.version);
    const all = [...data.matches, ...(data.otherMatches ?? [])];
    const total = data.total ?? all.length;
    cut.leave(Math.max(0, total - all.length));
    const matches = cut.first(all).map((match) => matchInBrief(match));
    return {
      package: plain(data.package, 200),
      version,
      verdict,
      verdictReason: plain(verdictReason, 300),
      unknownReasons,
      total,
      matches,
      advice: adviceInBrief(answer.advice),
      evaluated: data.evaluated ?? null,
      ...coverageOf(answer),
      caution: cautions(verdictCaution(verdict, unknownReasons), answer.suggestion ?? null, silent(answer)),
      withheld: cut.withheld('Repeat with detail: "full", or use explain_match for one of them.'),
    };
  },
  summarise: ({ package: name, version, verdict, verdictReason, matches, total, advice }) =>
    cautions(
      `${name} ${version ?? '(no version)'}: ${verdict}. ${verdictReason}`,
      summariseMatches(matches, total),
      advice?.sentence ?? null,
    ) ?? '',
});
