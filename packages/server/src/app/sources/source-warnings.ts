import type { FrozenPart, SourceStatus, SourceWarning } from '@almanac/contract';
import type { CanaryFacts, FailingChannel, NoticeFacts, ReconciliationFacts } from '../../queries/source-watch.ts';

export interface WarningFacts {
  readonly state: SourceStatus['state'];
  readonly expectedChangeSeconds: number | null;
  /** The end of the last run that succeeded. */
  readonly checkedAt: Date | null;
  /** The end of the last run that brought a change; a single record that was asked for is none. */
  readonly changedAt: Date | null;
  readonly frozen: readonly FrozenPart[];
  readonly failing: readonly FailingChannel[];
  readonly canaries: readonly CanaryFacts[];
  /** The newest first. */
  readonly reconciliations: readonly ReconciliationFacts[];
  readonly notices: readonly NoticeFacts[];
}

/** What a person should look at although the source answers and is read. */
export function judgeWarnings(facts: WarningFacts): SourceWarning[] {
  return [
    ...frozen(facts),
    ...frozenPartsOf(facts),
    ...failing(facts),
    ...canariesOf(facts),
    ...idsOf(facts),
    ...noticesOf(facts),
  ];
}

/** Lists why a deployment does not read a source that it has chosen. */
export function listMissingSettings(notices: readonly NoticeFacts[]): SourceWarning[] {
  return notices.filter(({ code }) => code === 'SETTING_MISSING').map(toWarning);
}

/** A list of changes meets a record once: what was noticed of it is shown for a week after. A setting is looked for once, at the start. */
const NOTICE_MS = 7 * 24 * 3_600_000;

function noticesOf({ notices, checkedAt }: WarningFacts): SourceWarning[] {
  return notices
    .filter(({ code, seenAt }) => {
      return code === 'SETTING_MISSING' || checkedAt === null || checkedAt.getTime() - seenAt.getTime() < NOTICE_MS;
    })
    .map(toWarning);
}

function toWarning({ code, detail, since }: NoticeFacts): SourceWarning {
  return { code, since: since.toISOString(), detail };
}

/** Checks go well and bring nothing: the upstream, or the way we ask it, stands still. */
function frozen({ checkedAt, changedAt, expectedChangeSeconds }: WarningFacts): SourceWarning[] {
  if (checkedAt === null || changedAt === null || expectedChangeSeconds === null) return [];
  const seconds = Math.floor((checkedAt.getTime() - changedAt.getTime()) / 1000);
  if (seconds <= expectedChangeSeconds) return [];
  const detail = `no change for ${spanOf(seconds)}; expected within ${spanOf(expectedChangeSeconds)}`;
  return [{ code: 'NOT_CHANGED_AS_EXPECTED', since: changedAt.toISOString(), detail }];
}

const MAX_NAMED = 10;

function frozenPartsOf({ frozen: parts }: WarningFacts): SourceWarning[] {
  const [longest] = parts;
  if (longest === undefined) return [];
  const names = parts.slice(0, MAX_NAMED).map(({ part }) => part);
  const more = parts.length > names.length ? ` and ${parts.length - names.length} more` : '';
  const detail = `unusually long without a change: ${names.join(', ')}${more}`;
  return [{ code: 'NOT_CHANGED_AS_EXPECTED', since: longest.changedAt, detail }];
}

/** A sweep that fails every night would never show: a quarter of an hour later a delta goes well. */
function failing({ state, failing: channels }: WarningFacts): SourceWarning[] {
  if (state === 'unreachable') return [];
  return channels.map(({ channel, error, since }) => ({
    code: 'CHANNEL_FAILING',
    since: since.toISOString(),
    detail: `${channel}: ${error ?? 'failed'}`,
  }));
}

function canariesOf({ canaries }: WarningFacts): SourceWarning[] {
  const wrong = canaries.filter(({ outcome }) => outcome !== 'ok');
  return wrong.map(({ key, outcome, detail, since }) => ({
    code: outcome === 'missing' ? 'CANARY_MISSING' : 'CANARY_CHANGED',
    since: since.toISOString(),
    detail: outcome === 'missing' ? `${key} is missing` : `${key}: ${detail}`,
  }));
}

/**
 * What could not be read is known to be missing. Where numbers alone are compared, the upstream may have moved between
 * its answer and ours: one difference is nothing, two in a row are.
 */
function idsOf({ reconciliations: [last, before] }: WarningFacts): SourceWarning[] {
  if (last === undefined || !differs(last)) return [];
  if (last.basis === 'count' && (before === undefined || !differs(before))) return [];
  const { missing, unreadable, extra, examples } = last;
  const of = examples.length > 0 ? `, such as ${examples.slice(0, 3).join(', ')}` : '';
  const detail = `${missing - unreadable} records are missing here, ${extra} are missing upstream${of}`;
  return [{ code: 'IDS_DIFFER', since: last.at.toISOString(), detail }];
}

function differs({ missing, unreadable, extra }: ReconciliationFacts): boolean {
  return missing - unreadable + extra > 0;
}

function spanOf(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}
