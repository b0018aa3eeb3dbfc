import { describe, expect, it } from 'vitest';
import { readLink, readNumber, readText, shortened } from './text.ts';

describe('textOf', () => {
  it.each([
    [' a ', 'a'],
    ['', null],
    [' ', null],
    ['\0', null],
    ['a\0b', 'ab'],
    ['\ud800', '\ufffd'],
    [7, null],
    [null, null],
  ])('%j is %j', (written, read) => {
    expect(readText(written, 10)).toBe(read);
  });
});

describe('shortened', () => {
  it.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abcde…'],
    ['abcd efg', 6, 'abcd…'],
    ['abcd😀fg', 6, 'abcd…'],
  ])('%s to %d is %s', (text, length, short) => {
    expect(shortened(text, length)).toBe(short);
  });
});

describe('linkOf', () => {
  it.each([
    ['https://example.org', 'https://example.org'],
    [' HTTP://example.org ', 'HTTP://example.org'],
    ['javascript:alert(1)', null],
    ['ftp://example.org', null],
    ['//example.org', null],
    [`https://${'x'.repeat(3_000)}`, null],
    [{}, null],
  ])('%j is %j', (written, link) => {
    expect(readLink(written)).toBe(link);
  });
});

describe('numberOf', () => {
  it.each([
    [9.8, 9.8],
    ['9.8', 9.8],
    ['', null],
    ['high', null],
    [Number.NaN, null],
    [null, null],
  ])('%j is %j', (written, read) => {
    expect(readNumber(written)).toBe(read);
  });
});
