import type { Verdict } from '@almanac/contract';
import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { verdictChip } from './chip.ts';
import { UNKNOWN } from './words.ts';

/** The verdict is null if the version was not evaluated. */
export interface ChannelVersion {
  readonly attribute: string;
  readonly channel: string;
  readonly version: string | null;
  readonly verdict: Verdict | null;
}

/** One row per attribute, one column per channel. */
export function channelMatrix(label: string, all: readonly ChannelVersion[]): Markup {
  const channels = [...new Set(all.map(({ channel }) => channel))];
  const rows = [...Map.groupBy(all, ({ attribute }) => attribute)];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table role="table" class="matrix">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Package</th>${channels.map((channel) => html`<th role="columnheader" scope="col">${channel}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map(
    ([attribute, own]) =>
      html`<tr role="row"><th role="rowheader" scope="row"><a href="/package/${encodeURIComponent(attribute)}">${attribute}</a></th>${channels.map(
        (channel) => html`<td role="cell">${cellOf(own.filter((each) => each.channel === channel))}</td>`,
      )}</tr>\n`,
  )}</tbody></table></div>`;
}

function cellOf(own: readonly ChannelVersion[]): Markup {
  if (own.length === 0) return html`<span class="note">not there</span>`;
  return html`${own.map(
    ({ version, verdict }) =>
      html`<span class="status">${version ?? UNKNOWN} ${verdict === null ? UNKNOWN : verdictChip(verdict)}</span> `,
  )}`;
}
