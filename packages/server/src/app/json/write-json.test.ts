import { answerOf, ENDPOINTS, exampleAnswer } from '@almanac/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeJson } from './write-json.ts';

/** The same with every list so long that it is written element by element. */
function lengthened(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) {
    const own = value.map((each) => lengthened(each, depth + 1));
    return depth > 3 || own.length === 0 ? own : Array.from({ length: 60 }, (_, i) => own[i % own.length]);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, lengthened(member, depth + 1)]));
}

describe('an answer in pieces', () => {
  it.each(ENDPOINTS.filter(({ media }) => media === undefined).map((endpoint) => [endpoint.id, endpoint] as const))(
    'of %s is what its schema makes of it as a whole',
    (_, endpoint) => {
      const schema = answerOf(endpoint);
      const example = exampleAnswer(endpoint);

      for (const document of [example, lengthened(example)]) {
        const whole = schema.safeParse(document);
        const { text, mismatch } = writeJson(schema, document);

        expect(mismatch === null).toBe(whole.success);
        expect(text).toBe(JSON.stringify(whole.success ? whole.data : document));
      }
    },
  );

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
