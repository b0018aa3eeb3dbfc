import { isWithdrawn, jsonList, remaining, withNovelty } from '../feed/shown.ts';
import { type Answer, jsonAnswer, type TwinRequest } from '../frame/answer.ts';
import { brokenRecord } from '../frame/broken-record.ts';
import { faultOf } from '../frame/fault.ts';
import { CHANNELS, type ChannelTrait, channelMovedAt, channelRevisionAt } from '../world/channels.ts';

/** How long the previous revision's row remains after a move. */
const CHURN_MS = 60_000;

type Statuses = Readonly<Record<string, string>>;

export function statusAnswer({ url, now, faults }: TwinRequest, statuses: Statuses): Answer {
  const query = url.searchParams.get('query') ?? '';
  const gauge = GAUGES[query];
  if (gauge === undefined) {
    const error =
      query === '' ? 'invalid parameter "query": unknown position: parse error: no expression found in input' : null;
    if (error !== null) return jsonAnswer({ status: 'error', errorType: 'bad_data', error }, { status: 400 });
    return jsonAnswer({ status: 'success', data: { resultType: 'vector', result: [] } });
  }
  const shift = faultOf(faults, 'future_dates')?.ms ?? 0;
  const standing = CHANNELS.filter(({ name }) => !isWithdrawn(name, faults));
  const rows = [...remaining(standing, faults)].flatMap((channel) =>
    gauge(channel, now, shift).map(({ labels, value }) => ({
      metric: {
        __name__: query,
        channel: channel.name,
        instance: 'localhost:9402',
        job: 'channel-updates',
        ...labels,
        ...('status' in labels && statuses[channel.name] !== undefined ? { status: statuses[channel.name] } : {}),
      },
      // The request time and the value as text.
      value: [now / 1000, value],
    })),
  );
  const breakage = faultOf(faults, 'malformed_record');
  const added = faultOf(faults, 'schema_addition') !== undefined;
  const bytes = rows.map((row, index) => {
    const broken = breakage !== undefined && (breakage.record ?? rows[0]?.metric.channel) === row.metric.channel;
    if (broken && (breakage.record !== undefined || index === 0)) return brokenRecord(row, breakage.way);
    return Buffer.from(JSON.stringify(added ? withNovelty(row) : row));
  });
  const [head, tail] = ['{"status":"success","data":{"resultType":"vector","result":', '}}'];
  return { type: 'application/json', body: Buffer.concat([Buffer.from(head), jsonList(bytes), Buffer.from(tail)]) };
}

interface Row {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: string;
}

const GAUGES: Readonly<Record<string, (channel: ChannelTrait, now: number, shift: number) => Row[]>> = {
  channel_revision(channel, now) {
    const moved = channelMovedAt(channel, now);
    const revisions = [channelRevisionAt(channel, now)];
    // The label contains the revision, so until the old row disappears there are two.
    if (now - moved < CHURN_MS) revisions.push(channelRevisionAt(channel, moved - 1));
    return revisions.map((revision) => ({ labels: { ...labelsOf(channel), revision }, value: '1' }));
  },
  channel_update_time: (channel, now, shift) => [
    { labels: {}, value: String(Math.floor((channelMovedAt(channel, now) + shift) / 1000)) },
  ],
  channel_current: (channel) => [{ labels: {}, value: channel.current ? '1' : '0' }],
};

function labelsOf({ status, variant, current }: ChannelTrait): Readonly<Record<string, string>> {
  return { status, ...(variant === undefined ? {} : { variant }), current: current ? '1' : '0' };
}
