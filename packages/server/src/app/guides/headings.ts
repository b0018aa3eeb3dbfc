import type { Tokens } from 'marked';
import { type Block, eachToken, plainText } from './markdown.ts';

/** A heading, and the anchor that leads to it. */
export interface Anchored {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** Every heading of a document in order, with its anchor as GitHub makes it: the second of a name ends in `-1`. */
export function headingsOf(blocks: readonly Block[]): ReadonlyMap<Tokens.Heading, Anchored> {
  const seen = new Map<string, number>();
  const headings = new Map<Tokens.Heading, Anchored>();
  for (const token of eachToken(blocks)) {
    if (token.type !== 'heading') continue;
    const text = plainText(token.tokens);
    const plain = anchorOf(text);
    const before = seen.get(plain) ?? 0;
    seen.set(plain, before + 1);
    headings.set(token, { level: token.depth, id: before === 0 ? plain : `${plain}-${before}`, text });
  }
  return headings;
}

/** Lower case, spaces to hyphens, punctuation dropped. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
