import type { AdviceSubject } from '@almanac/core/advice';
import { type AffectedPackage, claimsBehind, type Dossier } from '@almanac/core/dossier';
import { type VersionCut, type VersionSpan, versionLine } from '@almanac/core/ranges';
import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { sourceName } from '../parts/words.ts';

/** Affected and fixed versions of a package as a bar, every stretch as wide as the others; nothing where it cannot be drawn. */
export function versionBar(
  { canonical, evidence }: Dossier,
  { ecosystem, name }: AdviceSubject,
  asked: string | null,
): Markup | string {
  const stated = canonical.affectedPackages.filter((each) => each.ecosystem === ecosystem && each.name === name);
  for (const each of stated) {
    const assertions = claimsBehind(each, evidence.claims).map(({ assertion }) => assertion);
    const spans = versionLine(assertions, asked);
    if (spans !== null) return drawing(each, spans, asked);
  }
  return '';
}

function drawing({ name, source }: AffectedPackage, spans: readonly VersionSpan[], asked: string | null): Markup {
  return html`<div class="versions"><ol class="line" aria-label="Versions of ${name}">${spans.map((span) => stretch(span, asked))}</ol>
<p class="note">By ${sourceName(source)}; older versions first.</p></div>`;
}

function stretch({ affected, from, to, isAsked }: VersionSpan, asked: string | null): Markup {
  const mark = isAsked ? html`<strong class="mark">${asked}</strong>` : '';
  return html`<li class="${affected ? 'hit' : 'free'}"><span>${affected ? 'affected' : from?.side === 'before' ? 'fixed' : 'not affected'}</span> <small>${extent(from, to)}</small>${mark}</li>`;
}

/** Which versions a stretch has, in words. */
function extent(from: VersionCut | null, to: VersionCut | null): string {
  const begin = from === null ? '' : from.side === 'before' ? `from ${from.version}` : `after ${from.version}`;
  const end = to === null ? '' : to.side === 'before' ? `before ${to.version}` : `to ${to.version}`;
  if (from !== null && to !== null && from.version === to.version) return from.version;
  return [begin, end].filter((part) => part !== '').join(' ') || 'every version';
}
