import { type DecisionsReading, isSuppressed } from '@almanac/core/decisions';
import { counted, part } from './dom.ts';
import type { ScanState } from './scan-state.ts';
import { say } from './view-progress.ts';

export function showDecisions({ rows }: ScanState, reading: DecisionsReading | null): void {
  part('decided', HTMLElement).hidden = reading === null;
  if (reading === null) return say('decisions-said', '');
  say('decisions-said', reading.decisions === null ? reading.problem : counted(reading.decisions.length, 'decision'));
  const findings = rows.flatMap(({ outcome }) => outcome.findings);
  const over = (state: string) => findings.filter(({ decision }) => decision?.state === state).length;
  const parts = [
    `${counted(findings.filter(isSuppressed).length, 'finding')} suppressed by a decision`,
    ...(over('reopened') === 0
      ? []
      : [`${counted(over('reopened'), 'decision')} reopened, since the evidence changed`]),
    ...(over('expired') === 0 ? [] : [`${counted(over('expired'), 'decision')} over`]),
  ];
  const notes = reading.decisions === null ? [] : reading.notes;
  say('decided', reading.decisions === null ? reading.problem : [`${parts.join('; ')}.`, ...notes].join(' '));
}
