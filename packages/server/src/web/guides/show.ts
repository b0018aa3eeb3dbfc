import { html } from 'hono/html';
import type { Token, Tokens } from 'marked';
import { headingsOf } from '../../app/guides/headings.ts';
import { type Block, blocksIn, inlinesIn, plainText, writtenText } from '../../app/guides/markdown.ts';
import type { Picture, Pictures } from '../../app/guides/pictures.ts';
import { block, type Column, type Markup, table, textOf } from '../markup.ts';
import { command } from '../parts/command.ts';
import { outside } from '../parts/words.ts';
import { codeMarkup, codeSpan, isCommand } from './code.ts';
import { addressOfCode } from './places.ts';
import type { Leads } from './targets.ts';

export function guideBody(blocks: readonly Block[], leads: Leads, pictures: Pictures): Markup {
  const headings = headingsOf(blocks);
  const labels = regionLabels();
  const text = (tokens: readonly Token[]) => inline(tokens, leads);
  return html`${blocks.map(show)}`;

  function show(piece: Block): Markup {
    switch (piece.type) {
      case 'heading':
        return heading(piece);
      case 'paragraph':
      case 'text':
        return paragraph(piece.tokens ?? []);
      case 'code':
        return html`${(isCommand(piece) ? command : block)(labels.next('example'), codeMarkup(piece))}\n`;
      case 'table':
        return html`${guideTable(labels.next('table'), piece, text)}\n`;
      case 'list':
        return list(piece);
      case 'checkbox':
        return checkbox(piece);
      case 'blockquote':
        return html`<blockquote>${blocksIn(piece.tokens).map(show)}</blockquote>\n`;
      case 'hr':
        return html`<hr>\n`;
      case 'html':
        return rawHtml(piece);
      case 'space':
      case 'def':
      default:
        return html``;
    }
  }

  function paragraph(tokens: readonly Token[]): Markup {
    const [first, ...rest] = inlinesIn(tokens);
    const picture = first?.type === 'image' && rest.length === 0 ? pictures.get(first.href) : undefined;
    if (picture === undefined) return html`<p>${text(tokens)}</p>\n`;
    return html`${figure(labels.next('picture'), picture, plainText(tokens))}\n`;
  }

  function heading(piece: Tokens.Heading): Markup {
    const { id, text: name } = headings.get(piece) ?? { id: '', text: '' };
    labels.begin(name);
    if (piece.depth === 1) return html``; // the page has its own title
    const linked = html`<a href="#${id}">${inline(piece.tokens, WITHIN_LINK)}</a>`;
    return piece.depth === 2 ? html`<h2 id="${id}">${linked}</h2>\n` : html`<h3 id="${id}">${linked}</h3>\n`;
  }

  function list({ ordered, start, loose, items }: Tokens.List): Markup {
    const lines = items.map(({ tokens }) => html`<li>${blocksIn(tokens).map(loose ? show : tight)}</li>\n`);
    if (!ordered) return html`<ul>${lines}</ul>\n`;
    return start === 1 ? html`<ol>${lines}</ol>\n` : html`<ol start="${start}">${lines}</ol>\n`;
  }

  function tight(piece: Block): Markup {
    return piece.type === 'text' || piece.type === 'paragraph' ? text(piece.tokens ?? []) : show(piece);
  }
}

/** Escapes HTML and removes comments. */
function rawHtml(piece: Tokens.HTML): Markup {
  const written = writtenText(piece).trim();
  return written === '' ? html`` : html`<p>${written}</p>\n`;
}

function checkbox({ checked }: Tokens.Checkbox): Markup {
  return html`<input type="checkbox" disabled${checked ? html` checked aria-label="done"` : html` aria-label="to do"`}> `;
}

/** A link to something that the site does not show becomes text, followed by the path if it is a repository file. */
function inline(tokens: readonly Token[], leads: Leads): Markup {
  return html`${inlinesIn(tokens).map((part) => {
    switch (part.type) {
      case 'codespan':
        return code(part.text, leads);
      case 'strong':
        return html`<strong>${inline(part.tokens, leads)}</strong>`;
      case 'em':
        return html`<em>${inline(part.tokens, leads)}</em>`;
      case 'del':
        return html`<del>${inline(part.tokens, leads)}</del>`;
      case 'link':
        return link(part.href, inline(part.tokens, WITHIN_LINK), leads);
      case 'br':
        return html`<br>`;
      case 'checkbox':
        return checkbox(part);
      case 'text':
      case 'escape':
      case 'html':
      case 'image': // inline or unknown pictures
      default:
        return plainText([part]);
    }
  })}`;
}

/** Links cannot be nested. */
const WITHIN_LINK: Leads = () => null;

/** Links names of endpoints and pages. */
function code(written: string, leads: Leads): Markup {
  const address = leads === WITHIN_LINK ? undefined : addressOfCode(written);
  return address === undefined ? codeSpan(written) : html`<a href="${address}">${codeSpan(written)}</a>`;
}

function link(target: string, content: Markup, leads: Leads): Markup {
  const address = leads(target);
  if (address === null) {
    const file = /^\.\.\/([^#]+)/.exec(target)?.[1];
    if (file === undefined) return content;
    return textOf(content) === file ? html`<code>${file}</code>` : html`${content}, <code>${file}</code>`;
  }
  return address.startsWith('http') ? outside(address, content) : html`<a href="${address}">${content}</a>`;
}

/** On narrow pages, cells of tables with more than two columns repeat their column's name. */
function guideTable(label: string, { header, rows }: Tokens.Table, text: (tokens: readonly Token[]) => Markup): Markup {
  const columns = header.map(({ tokens }, index): Column => [plainText(tokens), columnKind(rows, index)]);
  const lines = rows.map((cells) =>
    cells.map(({ tokens }, index) => {
      const named = header.length > 2 && index > 0 && tokens.length > 0;
      const shown = text(tokens);
      return named ? html`<span class="of" aria-hidden="true">${columns[index]?.[0]}</span> ${shown}` : shown;
    }),
  );
  return table(label, columns, lines);
}

/** Names do not wrap and short values do not stretch; other columns take the remaining width. */
function columnKind(rows: readonly (readonly Tokens.TableCell[])[], column: number): Column[1] {
  const longest = Math.max(0, ...rows.map((cells) => plainText(cells[column]?.tokens ?? []).length));
  if (column === 0) return longest <= LONGEST_NAME ? 'name' : 'prose';
  return longest <= LONGEST_BRIEF ? 'brief' : 'prose';
}

const LONGEST_NAME = 36;
const LONGEST_BRIEF = 14;

/** Regions need distinct names for screen readers: the heading, the kind, and a number from the second on. */
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

/** Scrolls rather than becoming too small to read. */
function figure(label: string, { source, width, height }: Picture, told: string): Markup {
  return html`<div class="picture" tabindex="0" role="region" aria-label="${label}"><img src="${source}" width="${width}" height="${height}" alt="${told}"></div>`;
}
