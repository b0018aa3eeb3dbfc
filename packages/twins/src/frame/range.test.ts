import { describe, expect, it } from 'vitest';
import { partOf } from './range.ts';

const BODY = Buffer.from('0123456789');

describe('partOf', () => {
  it.each([
    ['bytes=0-3', 206, 'bytes 0-3/10', '0123'],
    ['bytes=4-', 206, 'bytes 4-9/10', '456789'],
    ['bytes=8-100', 206, 'bytes 8-9/10', '89'],
    ['bytes=10-', 416, 'bytes */10', ''],
  ])('answers %s with %i', (asked, status, range, text) => {
    const part = partOf(BODY, asked, 'true');

    expect([part?.status, part?.headers['content-range'], part?.body.toString()]).toEqual([status, range, text]);
  });

  it.each([
    ['nothing is asked for', undefined, 'true'],
    ['the range is of another kind', 'bytes=-5', 'true'],
    ['several are asked for', 'bytes=0-1,3-4', 'true'],
    ['parts are not given', 'bytes=0-3', undefined],
  ] as const)('leaves the whole where %s', (_name, asked, manner) => {
    expect(partOf(BODY, asked, manner)).toBeNull();
  });

  it.each([
    ['fewer', 'bytes 0-3/10', '01'],
    ['all', 'bytes 0-3/10', '0123456789'],
    ['elsewhere', 'bytes 0-3/10', '5678'],
    ['unsaid', undefined, '0123'],
  ] as const)('can lie: %s', (manner, range, text) => {
    const part = partOf(BODY, 'bytes=0-3', manner);

    expect([part?.headers['content-range'], part?.body.toString()]).toEqual([range, text]);
  });
});
