import { isOfCollection } from '@almanac/core/my-packages';
import { UsageError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { isAllowed } from '../scan/allowed-reasons.ts';
import { loadDecisions } from '../scan/decision-files.ts';
import { gapsOf } from '../scan/gaps.ts';
import type { Session } from '../session.ts';
import { applyDecisions } from '../today/apply-decisions.ts';
import { askAboutList, askAboutMaintainer, type TodayResult } from '../today/ask.ts';
import { givenList } from '../today/given-list.ts';
import { todayLines } from '../today/write-table.ts';

export interface TodayOptions {
  readonly file?: string;
  readonly maintainer?: string;
  /** False: `--no-decisions`. */
  readonly decisions: boolean;
}

export async function today(session: Session, words: readonly string[], options: TodayOptions): Promise<ExitCode> {
  const { file, maintainer } = options;
  if (maintainer !== undefined && (words.length > 0 || file !== undefined)) {
    throw new UsageError('--maintainer cannot be combined with a list.', 'Use one of the two.');
  }
  const { decisions } = await loadDecisions(session.folder, { own: options.decisions, from: [] });
  const answer =
    maintainer === undefined
      ? await askAboutList(session, await givenList(session.folder, words, file))
      : await askAboutMaintainer(session, maintainer);
  const result = applyDecisions(answer, decisions, session.now());
  if (session.json) session.printJson(result.text ?? jsonOf(session, result));
  else session.print(...todayLines(session, result));
  return exitCodeOf(session, result);
}

/** Writes the members of one answer, merged from several requests or with decisions applied. */
function jsonOf({ now }: Session, { data, coverage, asOf }: TodayResult): string {
  return JSON.stringify({ success: true, data, coverage, asOf, timestamp: new Date(now()).toISOString() });
}

/** Exploitation orders the rows and decides no verdict, so stale data changes nothing here. */
const NO_VERDICT: readonly string[] = ['kev', 'epss'];

function exitCodeOf({ allowed }: Session, { data, coverage, asOf }: TodayResult): ExitCode {
  const { rows, totals, left } = data;
  if (totals.affected > 0) return EXIT.findings;
  const asksCollection = rows.some(({ asked }) => isOfCollection(asked));
  const deciding = { coverage: coverage.filter(({ source }) => !NO_VERDICT.includes(source)), asOf };
  const gaps = gapsOf(rows, deciding, { asksCollection, files: 1 });
  const isOpen =
    gaps.some(({ reasons }) => !isAllowed(reasons, allowed)) || (left > 0 && !allowed.has('limit_reached'));
  return isOpen ? EXIT.unknown : EXIT.clean;
}
