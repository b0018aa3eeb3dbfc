import { isRead, type SourceStatus } from '@almanac/contract';
import { countWords } from './fold.ts';

/** Every page counts sources in these groups. */
export interface SourceGroups {
  readonly read: readonly SourceStatus[];
  /** Late, held for review or unreachable. */
  readonly late: readonly SourceStatus[];
  /** Up to date, but with a warning to review. */
  readonly warned: readonly SourceStatus[];
  /** Queried record by record, so they have no age. */
  readonly onDemand: readonly SourceStatus[];
}

export function groupSources(sources: readonly SourceStatus[]): SourceGroups {
  const read = sources.filter(({ state }) => isRead(state));
  return {
    read,
    late: read.filter(({ state }) => state !== 'ok'),
    warned: read.filter(({ state, warnings }) => state === 'ok' && warnings.length > 0),
    onDemand: read.filter(({ cadenceSeconds }) => cadenceSeconds === null),
  };
}

/** `12 of 13 scheduled sources are up to date, 2 of them with a warning; 2 more are asked when needed.` */
export function describeSources({ read, late, warned, onDemand }: SourceGroups): string {
  const scheduled = read.filter(isScheduled).length;
  const upToDate = scheduled - late.filter(isScheduled).length;
  const warning = warned.length === 0 ? '' : `, ${warned.length} of them with a warning`;
  const more = onDemand.length === 0 ? '' : `; ${countWords(onDemand.length, 'more is', 'more are')} asked when needed`;
  return `${upToDate} of ${countWords(scheduled, 'scheduled source')} ${scheduled === 1 ? 'is' : 'are'} up to date${warning}${more}.`;
}

function isScheduled({ cadenceSeconds }: SourceStatus): boolean {
  return cadenceSeconds !== null;
}
