import { postRemediationPlan, RemediationPlan, SeverityOrUnknown } from '@almanac/contract';
import * as z from 'zod';
import { cautions, coverageOf, covered, nameSome, silent } from '../brief.ts';
import { Unaskable } from '../call.ts';
import { plain } from '../prose.ts';
import { tool } from '../tool.ts';
import { AdviceInBrief, adviceInBrief, judged } from './matches.ts';
import { suggestInstead, toPurls } from './named-package.ts';

const Text = z.string().nullable();
const Count = z.int().nonnegative();
const Exposure = z.object({ packages: Count, findings: Count, kev: Count });

export const planRemediation = tool({
  name: 'plan_remediation',
  title: 'Plan upgrades',
  description:
    'Find the smallest version of each package that fixes every known vulnerability and adds none. Pass either purls, with versions, or cve_ids, for nixpkgs packages; `cves` in the response then lists affected channels. Nothing is changed.',
  input: z.object({
    purls: z
      .array(z.string().min(1).max(1_000))
      .min(1)
      .max(1_000)
      .optional()
      .describe('Package URLs with versions; names such as curl@8.4.0 mean nixpkgs, at most 40.'),
    cve_ids: z.array(z.string().min(1).max(40)).min(1).max(50).optional(),
  }),
  brief: z.object({
    totals: z.object({
      asked: Count,
      before: Exposure,
      after: Exposure,
      cleared: z.object({ byCommand: Count, byHand: Count }),
      unknown: Count,
      notPlanned: Count,
    }),
    plans: z
      .array(
        z.object({
          package: Text,
          ecosystem: Text,
          current: Text,
          status: z
            .enum(RemediationPlan.shape.status.options)
            .describe("`unknown`: we don't know whether there is anything to do."),
          problem: Text,
          verdict: judged.verdict,
          verdictReason: judged.verdictReason,
          advice: AdviceInBrief,
          targetPurl: Text,
          crossesMajor: z.boolean().nullable(),
          atTarget: z.object({ verdict: judged.verdict, reason: z.string() }).nullable(),
          clears: z.array(z.object({ id: z.string(), severity: z.enum(SeverityOrUnknown.options), kev: z.boolean() })),
          stays: z.array(z.object({ id: z.string(), reason: z.string() })),
          rebuild: z.object({ direct: Count, transitive: Count }).nullable(),
        }),
      )
      .describe('Most urgent first.'),
    cves: z.array(
      z.object({
        id: z.string(),
        known: z.boolean(),
        places: z.array(
          z.object({ channel: z.string(), attribute: z.string(), version: Text, verdict: judged.verdict }),
        ),
      }),
    ),
    notes: z.array(z.string()).describe('Parts of the request that were ignored, and why.'),
    ...covered,
  }),
  maxItems: 20,
  ask: async (call, { purls, cve_ids }, options) => {
    if ((purls === undefined) === (cve_ids === undefined)) {
      const hint = 'Pass either purls, with versions, or cve_ids.';
      throw new Unaskable('Expected either purls or cve_ids', hint, 'BODY_INVALID');
    }
    if (purls === undefined) return call(postRemediationPlan, { body: { cves: cve_ids ?? [] } }, options);
    const answer = await call(postRemediationPlan, { body: { packages: toPurls(purls) } }, options);
    if (options.isFull || answer.data.totals.unknown === 0) return answer;
    const notes = await suggestInstead(call, purls, options);
    return notes.length === 0
      ? answer
      : { ...answer, data: { ...answer.data, notes: [...answer.data.notes, ...notes] } };
  },
  shorten(answer, _, cut) {
    const { plans, cves = [], totals, notes } = answer.data;
    const exposure = ({ packages, findings, kev }: typeof totals.before) => ({ packages, findings, kev });
    const shown = cut.first(plans).map((plan) => ({
      package: named(plan.package ?? plan.purls[0]),
      ecosystem: named(plan.ecosystem),
      current: named(plan.current),
      status: plan.status,
      problem: named(plan.problem),
      verdict: plan.verdict,
      verdictReason: plain(plan.verdictReason, 200),
      advice: adviceInBrief(plan.advice),
      targetPurl: named(plan.targetPurl),
      crossesMajor: plan.crossesMajor,
      atTarget:
        plan.atTarget === null ? null : { verdict: plan.atTarget.verdict, reason: plain(plan.atTarget.reason, 160) },
      clears: cut
        .first(plan.clears, 8)
        .map(({ id, severity, kev }) => ({ id: plain(id), severity: severity ?? ('unknown' as const), kev })),
      stays: cut.first(plan.stays, 8).map(({ id, reason }) => ({ id: plain(id), reason })),
      rebuild: plan.rebuild,
    }));
    return {
      totals: { ...totals, before: exposure(totals.before), after: exposure(totals.after) },
      plans: shown,
      cves: cut.first(cves).map(({ id, known, places }) => ({
        id,
        known,
        places: cut.first(places, 4).map(({ channel, attribute, version, verdict }) => {
          return { channel: plain(channel), attribute: plain(attribute), version: named(version), verdict };
        }),
      })),
      notes: cut.first(notes, 5).map((note) => plain(note, 300)),
      ...coverageOf(answer),
      caution: cautions(
        totals.unknown > 0 ? `The status of ${totals.unknown} is unknown; they may be affected.` : null,
        totals.notPlanned > 0 ? `${totals.notPlanned} were not planned; request them separately.` : null,
        silent(answer),
      ),
      withheld: cut.withheld('Request fewer packages at once, or use detail: "full", which includes proofs.'),
    };
  },
  summarise({ totals: { before, after }, plans }) {
    const upgrades = plans.flatMap(({ package: name, current, advice }) => {
      return advice?.target == null ? [] : [`${name ?? ''} ${current ?? ''} → ${advice.target}`];
    });
    return (
      cautions(
        `${before.findings} findings in ${before.packages} packages, ${after.findings} left after the plan.`,
        upgrades.length === 0 ? null : `Upgrades: ${nameSome(upgrades)}.`,
      ) ?? ''
    );
  },
});

function named(value: string | null | undefined): string | null {
  return value === null || value === undefined ? null : plain(value, 200);
}
