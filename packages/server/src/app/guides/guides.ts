import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Anchored, headingsOf } from './headings.ts';
import { GROUPS, type ListedGuide } from './list.ts';
import { type Block, readMarkdown } from './markdown.ts';
import { type Picture, type Pictures, pictureOf, picturesNamed } from './pictures.ts';

/** A document that the site shows. */
export interface Guide extends ListedGuide {
  /** The title of the group that it stands in. */
  readonly group: string;
  readonly title: string;
  /** Its Markdown. */
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Those below the title. */
  readonly headings: readonly Anchored[];
  readonly pictures: Pictures;
}

export interface Guides {
  /** Those that are there, in the order of the list. Read once, when first asked for, and kept. */
  read(): Promise<readonly Guide[]>;
}

/** An installation without the folder has no guides. */
export function openGuides(folder: string = DOCS): Guides {
  let kept: Promise<readonly Guide[]> | null = null;
  return {
    read() {
      kept ??= readAll(folder).catch((error: unknown) => {
        kept = null;
        throw new Error(`The guides could not be read from ${folder}`, { cause: error });
      });
      return kept;
    },
  };
}

const DOCS = path.resolve(import.meta.dirname, '../../../../../docs');

async function readAll(folder: string): Promise<readonly Guide[]> {
  const wanted = GROUPS.flatMap(({ title, guides }) => guides.map((listed) => ({ ...listed, group: title })));
  const texts = await Promise.all(wanted.map(({ name }) => textOf(path.join(folder, `${name}.md`))));
  const guides = wanted.map(async (listed, index) => {
    const text = texts[index];
    return text == null ? [] : [await guideOf(folder, listed, text)];
  });
  return (await Promise.all(guides)).flat();
}

async function picturesOf(folder: string, blocks: readonly Block[]): Promise<Pictures> {
  const pictures = new Map<string, Picture>();
  for (const target of picturesNamed(blocks)) {
    const svg = await textOf(path.join(folder, target));
    if (svg !== null) pictures.set(target, pictureOf(svg));
  }
  return pictures;
}

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function guideOf(folder: string, listed: ListedGuide & { readonly group: string }, text: string): Promise<Guide> {
  const blocks = readMarkdown(text);
  const headings = [...headingsOf(blocks).values()];
  return {
    ...listed,
    text,
    title: headings[0]?.text ?? listed.name,
    blocks,
    headings: headings.filter(({ level }) => level > 1),
    pictures: await picturesOf(folder, blocks),
  };
}
