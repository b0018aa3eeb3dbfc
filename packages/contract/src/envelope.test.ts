import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ENDPOINTS } from './catalogue.ts';
import { type Endpoint, endpoint } from './endpoint.ts';
import { exampleAnswer, Timestamp, toResponseSchema } from './envelope.ts';

describe('the example of', () => {
  it.each(ENDPOINTS.map((each) => [each.id, each] as const))('%s is an answer of its form', (_id, each) => {
    expect(toResponseSchema(each).safeParse(exampleAnswer(each)).error).toBeUndefined();
    if (each.exampleBody !== undefined) expect(each.body?.safeParse(each.exampleBody).error).toBeUndefined();
  });
});

const stated = {
  id: 'getThing',
  method: 'GET',
  path: '/thing',
  area: 'meta',
  summary: 'A thing',
  data: z.object({ a: z.int() }),
  envelopeFields: z.object({ asOf: Timestamp }),
  cache: 0,
  rate: 'general',
  example: { a: 1 },
  exampleEnvelopeFields: { asOf: '2026-01-01T00:00:00.000Z' },
} as const;
const whole = {
  success: true,
  data: { a: 1 },
  asOf: '2026-01-01T00:00:00.000Z',
  timestamp: '2026-01-01T00:00:00.000Z',
};

describe('answerOf', () => {
  it.each([
    ['the whole envelope', whole, true],
    ['a failure', { ...whole, success: false }, false],
    ['data of another form', { ...whole, data: { a: 'x' } }, false],
    ['no member beside', { ...whole, asOf: undefined }, false],
    ['a time without milliseconds', { ...whole, timestamp: '2026-01-01T00:00:00Z' }, false],
    ['a time in another zone', { ...whole, timestamp: '2026-01-01T00:00:00.000+01:00' }, false],
  ])('of %s', (_name, body, valid) => {
    expect(toResponseSchema(endpoint(stated) as unknown as Endpoint).safeParse(body).success).toBe(valid);
  });

  it('is the document itself where the endpoint is unwrapped', () => {
    const unwrapped = endpoint({ ...stated, unwrapped: true }) as unknown as Endpoint;

    expect(toResponseSchema(unwrapped).safeParse({ a: 1 }).success).toBe(true);
    expect(exampleAnswer(unwrapped)).toEqual({ a: 1 });
  });
});
