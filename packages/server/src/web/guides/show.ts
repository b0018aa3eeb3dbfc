import { html } from 'hono/html';
import { block, type Column, type Markup, table } from '../markup.ts';
import { outside } from '../parts/words.ts';
import type { Block, List, Table } from './blocks.ts';
import { codeMarkup, codeSpan } from './code.ts';
import { headingsOf } from './headings.ts';
import { type Inline, plainText, readInline } from './inline.ts';
import { figure, type Pictures } from './pictures.ts';
import { addressOfCode } from './places.ts';
import type { Leads } from './targets.ts';

/** The body of a guide, below its title, with the pictures that it names. */
export function guideBody(blocks: readonly Block[], leads: Leads, pictures: Pictures): Markup {
  const headings = headingsOf(blocks);
  const labels = regionLabels();
  let passed = 0;
  const text = (written: string) => inline(readInline(written), leads);
  return html`${blocks.map(show)}`;

  function show(piece: Block): Markup {
    switch (piece.kind) {
      case 'heading':
        return heading(piece.level, piece.text);
      case 'paragraph':
        return paragraph(piece.text);
      case 'code':
        return html`${block(labels.next('example'), codeMarkup(piece))}\n`;
      case 'table':
        return html`${guideTable(labels.next('table'), piece, text)}\n`;
      case 'list':
      default:
        return list(piece);
    }
  }

  function paragraph(written: string): Markup {
    const [first, ...rest] = readInline(written);
    const shown = first?.kind === 'picture' && rest.length === 0 ? pictures.get(first.target) : undefined;
    if (first === undefined || shown === undefined) return html`<p>${text(written)}</p>\n`;
    return html`${figure(labels.next('picture'), shown, plainText([first]))}\n`;
  }

  function heading(level: number, written: string): Markup {
    const id = headings[passed++]?.id ?? '';
    labels.begin(plainText(readInline(written)));
    if (level === 1) return html``; // the page's own
    const linked = html`<a href="#${id}">${inline(readInline(written), WITHIN_LINK)}</a>`;
    return level === 2 ? html`<h2 id="${id}">${linked}</h2>\n` : html`<h3 id="${id}">${linked}</h3>\n`;
  }

  function list({ start, loose, items }: List): Markup {
    const lines = items.map((item) => html`<li>${item.map((piece) => (loose ? show(piece) : tight(piece)))}</li>\n`);
    if (start === null) return html`<ul>${lines}</ul>\n`;
    return start === 1 ? html`<ol>${lines}</ol>\n` : html`<ol start="${start}">${lines}</ol>\n`;
  }

  function tight(piece: Block): Markup {
    return piece.kind === 'paragraph' ? text(piece.text) : show(piece);
  }
}

/** Code, bold and links; a link to what the site does not show is its text, and of a file of the repository its path, too. */
function inline(parts: readonly Inline[], leads: Leads): Markup {
  return html`${parts.map((part) => {
    switch (part.kind) {
      case 'text':
      case 'picture': // one that there is not, or within a sentence
        return part.text;
      case 'code':
        return code(part.text, leads);
      case 'strong':
        return html`<strong>${inline(part.parts, leads)}</strong>`;
      case 'emphasis':
        return html`<em>${inline(part.parts, leads)}</em>`;
      case 'link':
      default:
        return link(part.target, inline(part.parts, WITHIN_LINK), leads);
    }
  })}`;
}

/** A link holds no other. */
const WITHIN_LINK: Leads = () => null;

/** What names an endpoint or a page leads there. */
function code(written: string, leads: Leads): Markup {
  const address = leads === WITHIN_LINK ? undefined : addressOfCode(written);
  return address === undefined ? codeSpan(written) : html`<a href="${address}">${codeSpan(written)}</a>`;
}

function link(target: string, content: Markup, leads: Leads): Markup {
  const address = leads(target);
  if (address === null) {
    const file = /^\.\.\/([^#]+)/.exec(target)?.[1];
    return file === undefined ? content : html`${content}, <code>${file}</code>`;
  }
  return address.startsWith('http') ? outside(address, content) : html`<a href="${address}">${content}</a>`;
}

/** Where the page is narrow and there are more than two columns, every cell but the first says what it is of. */
function guideTable(label: string, { head, rows }: Table, text: (written: string) => Markup): Markup {
  const columns = head.map((name, index): Column => [plainText(readInline(name)), columnKind(rows, index)]);
  const lines = rows.map((cells) =>
    cells.map((cell, index) => {
      const named = head.length > 2 && index > 0 && cell !== '';
      return named ? html`<span class="of" aria-hidden="true">${columns[index]?.[0]}</span> ${text(cell)}` : text(cell);
    }),
  );
  return table(label, columns, lines);
}

/** Names are not broken, brief values not stretched; all else takes the room that is left. */
function columnKind(rows: readonly (readonly string[])[], column: number): Column[1] {
  const longest = Math.max(0, ...rows.map((cells) => shownLength(cells[column] ?? '')));
  if (column === 0) return longest <= LONGEST_NAME ? 'name' : 'prose';
  return longest <= LONGEST_BRIEF ? 'brief' : 'prose';
}

const LONGEST_NAME = 36;
const LONGEST_BRIEF = 14;

function shownLength(written: string): number {
  return plainText(readInline(written)).length;
}

/** Regions are told apart by their names: the heading they stand under, what they are, and a number from the second on. */
function regionLabels() {
  let under = '';
  const counts = new Map<string, number>();
  return {
    begin(heading: string) {
      under = heading;
    },
    next(what: 'example' | 'table' | 'picture'): string {
      const name = `${under}: ${what}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return count === 1 ? name : `${name} ${count}`;
    },
  };
}
