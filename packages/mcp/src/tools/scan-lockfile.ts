import type { AnswerOf } from '@almanac/client';
import { type PurlAnswer, postPurls } from '@almanac/contract';
import { askBatches, mergedCoverage, readScannedFile } from '@almanac/core/scan';
import * as z from 'zod';
import { cautions, coverageOf, covered, silent } from '../brief.ts';
import { type Call, Unaskable } from '../call.ts';
import { plain } from '../prose.ts';
import { tool } from '../tool.ts';
import { PurlRow, rowsInBrief, summariseRows, totalsOf, uncheckedCaution, VerdictTotals } from './purl-rows.ts';

/** Two requests of up to 999 package URLs leave an anonymous caller room for other requests in the same minute. */
const MAX_REQUESTS = 2;
/** More than fits into an agent's context. */
const MAX_TEXT = 200_000;

type Answer = Pick<AnswerOf<typeof postPurls>, 'data' | 'coverage' | 'asOf'>;
type ScannedFile = NonNullable<ReturnType<typeof readScannedFile>['file']>;

const NOTHING_ASKED: Answer = { data: { results: [] }, coverage: [], asOf: null };

export const scanLockfile = tool({
  name: 'scan_lockfile',
  title: 'Scan a lockfile',
  description:
    'Read a lockfile or SBOM and check each package in it. At most about 2,000 packages are looked up; the others are unknown.',
  input: z.object({
    file_name: z
      .string()
      .min(1)
      .max(255)
      .describe('The usual name, such as package-lock.json or Cargo.lock. An SBOM may have any name.'),
    text: z.string().min(1).max(MAX_TEXT).describe('The complete file.'),
  }),
  brief: z.object({
    file: z.object({ kind: z.string(), notes: z.array(z.string()) }),
    totals: VerdictTotals.extend({ packages: z.int(), skipped: z.int() }),
    results: z.array(PurlRow).describe('Affected first, then unknown.'),
    skipped: z
      .array(z.object({ place: z.string(), name: z.string().nullable(), reason: z.string() }))
      .describe('Entries that are not packages to look up.'),
    ...covered,
  }),
  maxItems: 40,
  async ask(call, { file_name, text }, options) {
    const { file, problem } = readScannedFile(file_name, text);
    if (file === null) throw new Unaskable(plain(problem, 400), 'Pass the complete file and its usual name.');
    const purls = [...new Set(file.entries.flatMap(({ ask }) => ask ?? []))];
    const batches = askBatches(purls);
    const answer = await answerOf(call, batches.slice(0, MAX_REQUESTS), options);
    const { kind, notes, skipped } = file;
    const left = batches.slice(MAX_REQUESTS).flat();
    return { ...answer, file: { kind, notes, skipped, unchecked: [...unaskable(file), ...left.map(overLimit)] } };
  },
  shorten(answer, _, cut) {
    const { kind, notes, skipped, unchecked } = answer.file;
    const rows = [...answer.data.results, ...unchecked];
    const totals = { packages: rows.length, skipped: skipped.length, ...totalsOf(rows) };
    return {
      file: { kind: plain(kind), notes: cut.first(notes, 5).map((note) => plain(note, 200)) },
      totals,
      results: rowsInBrief(rows, cut),
      skipped: cut.first(skipped, 5).map(({ place, name, reason }) => {
        return { place: plain(place), name: name === null ? null : plain(name), reason: plain(reason, 200) };
      }),
      ...coverageOf(answer),
      caution: cautions(
        rows.length === 0 ? 'The file lists no packages, so nothing was checked.' : null,
        uncheckedCaution(totals.unknown, totals.packages),
        skipped.length > 0 ? `${skipped.length} entries were skipped. They may be affected.` : null,
        silent(answer),
      ),
      withheld: cut.withheld('Check single packages with check_purls, or repeat with detail: "full".'),
    };
  },
  summarise: ({ totals, results }) => summariseRows(totals, results) ?? '',
});

async function answerOf(
  call: Call,
  batches: readonly string[][],
  options: { readonly signal: AbortSignal },
): Promise<Answer> {
  let all: Answer | null = null;
  for (const purls of batches) {
    const next: Answer = await call(postPurls, { body: { purls } }, options);
    const before: readonly PurlAnswer[] = all?.data.results ?? [];
    all = { ...next, ...mergedCoverage(all, next), data: { results: [...before, ...next.data.results] } };
  }
  return all ?? NOTHING_ASKED;
}

function unaskable({ entries }: ScannedFile): PurlAnswer[] {
  return entries.flatMap(({ component, obstacle }) => {
    if (obstacle === null) return [];
    const named = component.version === null ? component.name : `${component.name}@${component.version}`;
    return [{ ...notAsked(component.purl ?? named, obstacle.reason), status: 'invalid', unknownReasons: [] }];
  });
}

function overLimit(purl: string): PurlAnswer {
  const problem = 'the file exceeds the package limit of one scan';
  return { ...notAsked(purl, problem), status: 'ok', unknownReasons: ['limit_reached'] };
}

function notAsked(purl: string, problem: string): Omit<PurlAnswer, 'status'> {
  return { purl, problem, verdict: 'unknown', verdictReason: `Not checked: ${problem}`, total: 0, matches: [] };
}
