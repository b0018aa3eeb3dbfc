import { MyFinding, type MyRow, postMyPackages, SeverityOrUnknown } from '@almanac/contract';
import { nextStep } from '@almanac/core/my-packages';
import * as z from 'zod';
import { type Cutting, cautions, coverageOf, covered, nameSome, silent } from '../brief.ts';
import { Unaskable } from '../call.ts';
import { plain } from '../prose.ts';
import { tool } from '../tool.ts';
import { judged } from './matches.ts';
import { uncheckedCaution } from './purl-rows.ts';

const Text = z.string().nullable();
const Count = z.int().nonnegative();

const Row = z.object({
  asked: z.string(),
  package: z.string(),
  version: Text,
  channels: z.array(z.string()),
  ...judged,
  total: Count,
  findings: z
    .array(
      z.object({
        id: z.string(),
        status: z.enum(MyFinding.shape.status.options),
        severity: z.enum(SeverityOrUnknown.options),
        kev: z.boolean(),
        epss: z.number().nullable(),
        fixedIn: Text,
      }),
    )
    .describe('The worst few.'),
  next: Text.describe('What to do.'),
  knownSince: Text,
});

export const myPackages = tool({
  name: 'my_packages',
  title: 'Check my packages',
  description:
    'List what needs attention in the packages someone uses or maintains, worst first, with the next step. A name without a version means the versions in nixpkgs. Pass list or maintainer.',
  input: z.object({
    list: z
      .array(z.string().min(1).max(1_000))
      .min(1)
      .max(1_000)
      .optional()
      .describe('curl, curl@8.4.0 or package URLs; at most 100 names.'),
    maintainer: z.string().min(1).max(100).optional().describe("A nixpkgs maintainer's login."),
  }),
  brief: z.object({
    sentence: z.string(),
    totals: z.object({ packages: Count, affected: Count, unknown: Count, notAffected: Count, noneKnown: Count }),
    rows: z.array(Row).describe('Affected first, worst at the top, then unknown.'),
    ...covered,
  }),
  maxItems: 40,
  ask: async (call, { list, maintainer }, options) => {
    if ((list === undefined) === (maintainer === undefined)) {
      throw new Unaskable('Expected either list or maintainer', 'Pass a list of packages, or a maintainer.');
    }
    const body = list === undefined ? { maintainer: maintainer ?? '' } : { packages: list };
    return call(postMyPackages, { body }, options);
  },
  shorten(answer, _, cut) {
    const { sentence, totals, rows, left } = answer.data;
    cut.leave(left);
    return {
      sentence: plain(sentence, 300),
      totals,
      rows: cut.first(rows).map((row) => rowInBrief(row, cut)),
      ...coverageOf(answer),
      caution: cautions(uncheckedCaution(totals.unknown, totals.packages), silent(answer)),
      withheld: cut.withheld('Check fewer packages at once, or repeat with detail: "full".'),
    };
  },
  summarise({ sentence, totals, rows }) {
    const affected = rows.filter(({ verdict }) => verdict === 'affected');
    const names = affected.map(({ package: name, version, findings, total }) => {
      return `${name} ${version ?? ''}: ${nameSome(
        findings.map(({ id }) => id),
        total,
      )}`;
    });
    return names.length === 0 ? sentence : `${sentence} ${nameSome(names, totals.affected)}.`;
  },
});

function rowInBrief(row: MyRow, cut: Cutting): z.input<typeof Row> {
  const findings = cut.first(row.findings, 3);
  cut.leave(Math.max(0, row.total - row.findings.length));
  const step = nextStep(row);
  return {
    asked: plain(row.asked, 200),
    package: plain(row.package, 200),
    version: row.version === null ? null : plain(row.version),
    channels: row.channels.slice(0, 4).map((channel) => plain(channel, 60)),
    verdict: row.verdict,
    verdictReason: plain(row.verdictReason, 200),
    unknownReasons: row.unknownReasons,
    total: row.total,
    findings: findings.map(({ id, status, severity, kev, epss, fixedIn }) => ({
      id: plain(id),
      status,
      severity: severity ?? ('unknown' as const),
      kev,
      epss,
      fixedIn: fixedIn === undefined ? null : plain(fixedIn),
    })),
    next: step === null ? null : plain(step.command === null ? step.sentence : `${step.sentence} ${step.command}`, 300),
    knownSince: row.knownSince,
  };
}
