/** A row of a channel's status, its labels as they came. */
export interface ChannelLabels {
  readonly revision?: unknown;
  readonly status?: unknown;
  readonly variant?: unknown;
  readonly current?: unknown;
}

/** What is told of a channel, by itself and by those who watch it. */
export interface ChannelReports {
  /** The channel's own word, which counts. */
  readonly revision: string;
  readonly movedAt: Date | null;
  /** Right after a move there is one row for each revision. */
  readonly rows: readonly ChannelLabels[];
  /** Seconds since 1970, as text. */
  readonly updateTimes: readonly unknown[];
}

/** Where a channel stands. */
export interface ChannelState {
  readonly revision: string;
  readonly updatedAt: Date | null;
  /** Null: nobody says. */
  readonly status: string | null;
  readonly variant: string | null;
  readonly current: boolean | null;
}

export function channelState({ revision, movedAt, rows, updateTimes }: ChannelReports): ChannelState {
  const own = rows.find((row) => row.revision === revision);
  const row = own ?? rows.at(-1);
  // A time that was taken of an earlier revision says nothing about this one.
  const watched = own === undefined ? null : latest(updateTimes);
  return {
    revision,
    updatedAt: movedAt ?? watched,
    status: word(row?.status),
    variant: word(row?.variant),
    current: row?.current === '1' ? true : row?.current === '0' ? false : null,
  };
}

/** Words that are new pass; what is none does not. */
function word(label: unknown): string | null {
  return typeof label === 'string' && WORD.test(label) ? label : null;
}

const WORD = /^[a-z][a-z0-9_-]{0,39}$/;

function latest(times: readonly unknown[]): Date | null {
  const seconds = times.map(Number).filter((time) => Number.isFinite(time) && time > 0 && time < LATEST);
  return seconds.length === 0 ? null : new Date(Math.max(...seconds) * 1000);
}

/** The year 2100: a later time is a mistake. */
const LATEST = 4_102_444_800;
