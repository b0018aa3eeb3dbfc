import { type Block, eachToken } from './markdown.ts';

/** A drawing that stands inside the page, so that the page makes no further request. */
export interface Picture {
  readonly source: string;
  readonly width: string;
  readonly height: string;
}

/** By the names that documents give them: `media/scan.svg`. */
export type Pictures = ReadonlyMap<string, Picture>;

/** The drawings that a document shows. */
export function picturesNamed(blocks: readonly Block[]): string[] {
  return [...eachToken(blocks)].flatMap((token) =>
    token.type === 'image' && /^media\/[\w-]+\.svg$/.test(token.href) ? [token.href] : [],
  );
}

export function pictureOf(svg: string): Picture {
  const from = svg.indexOf('<svg');
  const root = svg.slice(from, svg.indexOf('>', from));
  const size = (name: string) => new RegExp(`\\s${name}="(\\d+)"`).exec(root)?.[1] ?? '';
  return {
    source: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    width: size('width'),
    height: size('height'),
  };
}
