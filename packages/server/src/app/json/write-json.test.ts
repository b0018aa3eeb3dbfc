import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeJson } from './write-json.ts';

describe('an answer', () => {
  const many = z.object({
    items: z.array(z.object({ id: z.string(), checkedAt: z.string().nullable(), note: z.string().optional() })),
    asOf: z.string().nullable(),
    rest: z.string().default('usual'),
  });
  const items = (count: number, more: object = {}) =>
    Array.from({ length: count }, (_, i) => ({ id: `${i}`, checkedAt: 'then', ...more }));

  it('leaves out what the schema does not name, and fills in what it does', () => {
    const { text } = writeJson(many, { items: items(60, { secret: 'x' }), asOf: null, secret: 'y' });

    expect(text).not.toContain('secret');
    expect(JSON.parse(text)).toEqual({ items: items(60), asOf: null, rest: 'usual' });
  });

  it('that does not fit is written as it is, with where it does not', () => {
    const document = { items: [...items(60), { id: 5 }], asOf: null };

    const { text, mismatch } = writeJson(many, document);

    expect(text).toBe(JSON.stringify(document));
    expect(mismatch?.issues[0]?.path).toEqual(['items', 60, 'id']);
  });

  it.each([1, 60])('of %i elements keeps its tag while only the times of looking change', (count) => {
    const tag = (more: object, asOf: string | null) => writeJson(many, { items: items(count, more), asOf }).etag;

    expect(tag({ checkedAt: null }, 'now')).toBe(tag({ checkedAt: 'later' }, null));
    expect(tag({ note: '"asOf":"x"' }, null)).not.toBe(tag({ note: '"asOf":"y"' }, null));
    expect(tag({ id: 'a' }, null)).not.toBe(tag({ id: 'b' }, null));
  });
});
