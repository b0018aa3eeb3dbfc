import { wellKnown } from '../../well-known.ts';
import { findGuide } from './guide.ts';

/** A guide as Markdown, to be copied or read by programs. */
export const guideMarkdown = wellKnown(
  '/guides/:name.md',
  'text/markdown; charset=utf-8',
  async ({ guides }, _context, { params: { name = '' } }) => findGuide(await guides.read(), name).text,
);
