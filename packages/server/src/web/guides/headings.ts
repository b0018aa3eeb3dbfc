import type { Block } from './blocks.ts';
import { plainText, readInline } from './inline.ts';

/** A heading below the title, and the anchor that leads to it. */
export interface Anchored {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** Every heading of a document in order, with its anchor as GitHub makes it: the second of a name ends in `-1`. */
export function headingsOf(blocks: readonly Block[]): Anchored[] {
  const seen = new Map<string, number>();
  return blocks.flatMap((block) => {
    if (block.kind !== 'heading') return [];
    const text = plainText(readInline(block.text));
    const plain = anchorOf(text);
    const before = seen.get(plain) ?? 0;
    seen.set(plain, before + 1);
    return [{ level: block.level, id: before === 0 ? plain : `${plain}-${before}`, text }];
  });
}

/** Lower case, spaces to hyphens, punctuation dropped. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
