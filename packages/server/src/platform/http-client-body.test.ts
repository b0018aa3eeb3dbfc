import { describe, expect, it } from 'vitest';
import { beginningOf } from './http-client-body.ts';

describe('beginningOf', () => {
  it.each([
    ['a part', { 'content-range': 'bytes 0-99/1000', 'content-length': '100' }, { bytes: 100, partial: true }],
    ['a part of unknown length', { 'content-range': 'bytes 0-99/*' }, { bytes: 100, partial: true }],
    ['less than was asked for', { 'content-range': 'bytes 0-9/1000' }, { bytes: 10, partial: true }],
    ['the whole', { 'content-range': 'bytes 0-49/50' }, { bytes: 50, partial: false }],
    ['not packed', { 'content-range': 'bytes 0-9/50', 'content-encoding': 'identity' }, { bytes: 10, partial: true }],
  ])('takes %s', (_name, headers, expected) => {
    expect(beginningOf(new Map(Object.entries(headers)), 100)).toEqual(expected);
  });

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['more than was asked for', { 'content-range': 'bytes 0-100/1000' }],
    ['another place', { 'content-range': 'bytes 1-99/1000' }],
    ['more than there is', { 'content-range': 'bytes 0-99/50' }],
    ['another length', { 'content-range': 'bytes 0-99/1000', 'content-length': '1000' }],
    ['packed bytes', { 'content-range': 'bytes 0-99/1000', 'content-encoding': 'gzip' }],
    ['several parts', { 'content-type': 'multipart/byteranges; boundary=a' }],
    ['other units', { 'content-range': 'rows 0-99/1000' }],
  ])('refuses %s', (_name, headers) => {
    expect(beginningOf(new Map(Object.entries(headers)), 100)).toBeNull();
  });

  it('refuses what was not asked for', () => {
    expect(beginningOf(new Map([['content-range', 'bytes 0-99/1000']]), undefined)).toBeNull();
  });
});
