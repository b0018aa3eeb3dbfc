import { getSources, isRead, SourceStatus } from '@almanac/contract';
import * as z from 'zod';
import { Withheld } from '../brief.ts';
import { Prose, prose } from '../prose.ts';
import { tool } from '../tool.ts';

const Time = z.string().nullable();

export const sourceStatus = tool({
  name: 'source_status',
  title: 'State of the data sources',
  description: 'List every data source with its state, when it was last read and when it last changed.',
  input: z.object({}),
  brief: z.object({
    sources: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(SourceStatus.shape.kind.options),
        state: z.enum(SourceStatus.shape.state.options).describe('Only `ok` is up to date.'),
        lastCheckedAt: Time,
        lastChangedAt: Time,
        records: z.int().nonnegative(),
        warnings: z.array(z.string()),
        lastError: Prose.nullable(),
      }),
    ),
    caution: z.string().nullable().describe('What not to conclude from this response.'),
    withheld: Withheld,
  }),
  maxItems: 30,
  ask: (call, _, options) => call(getSources, {}, options),
  shorten(answer, _, cut) {
    const { sources } = answer.data;
    const behind = sources.filter(({ state }) => state !== 'ok' && isRead(state)).map(({ id }) => id);
    const shown = cut.first(sources).map((source) => ({
      id: source.id,
      kind: source.kind,
      state: source.state,
      lastCheckedAt: source.lastCheckedAt,
      lastChangedAt: source.lastChangedAt,
      records: source.records,
      warnings: [...new Set(source.warnings.map(({ code }) => code))],
      lastError: prose(source.lastError, source.id, 120),
    }));
    return {
      sources: shown,
      caution:
        behind.length === 0 ? null : `Responses that use these may be out of date or unknown: ${behind.join(', ')}.`,
      withheld: cut.withheld('Repeat with detail: "full".'),
    };
  },
  summarise: ({ sources }) =>
    `${sources.filter(({ state }) => state === 'ok').length} of ${sources.length} sources are up to date.`,
});
