import { describe, expect, it } from 'vitest';
import { readPhrase } from './phrase.ts';
import { intervalInWords } from './words.ts';

function inWords(sentence: string, ownName?: string[]): string[] | string {
  const phrase = readPhrase(sentence, new Set(ownName));
  if ('doubt' in phrase) return phrase.doubt;
  return phrase.parts.map((part) => ('exact' in part ? `exactly ${part.exact}` : intervalInWords(part)));
}

describe('readPhrase', () => {
  it.each([
    ['1.2.3', ['exactly 1.2.3']],
    ['v1.2.3', ['exactly 1.2.3']],
    ['Ver.7.10', ['exactly 7.10']],
    ['= 2.39.0', ['exactly 2.39.0']],
    ['3.0, 4.0, 4.4', ['exactly 3.0', 'exactly 4.0', 'exactly 4.4']],
    ['9.1 Update 3', ['exactly 9.1 Update 3']],
    ['24.0 ap375672', ['exactly 24.0 ap375672']],
    ['4.4.5-2', ['exactly 4.4.5-2']],
    ['5.1.0 (LD)', ['exactly 5.1.0 (LD)']],
    ['edge-24.6.2', ['exactly edge-24.6.2']],
  ])('reads %j as versions', (sentence, expected) => {
    expect(inWords(sentence)).toEqual(expected);
  });

  it.each([
    ['< 1.2.3', ['every version up to but not including 1.2.3']],
    ['<1.2.3', ['every version up to but not including 1.2.3']],
    ['≤ 1.2.3', ['every version up to and including 1.2.3']],
    ['>= 1.0, < 1.2', ['from 1.0 up to but not including 1.2']],
    ['>=1.0,<1.2', ['from 1.0 up to but not including 1.2']],
    ['< 1.2, >= 1.0', ['from 1.0 up to but not including 1.2']],
    ['> 1.0', ['after 1.0 onwards']],
    [
      '>= 6.0.0, <= 6.0.18, >= 7.0.0, <= 7.0.4',
      ['from 6.0.0 up to and including 6.0.18', 'from 7.0.0 up to and including 7.0.4'],
    ],
    ['1.0 - 1.5', ['from 1.0 up to and including 1.5']],
    ['17.7 – 17.12', ['from 17.7 up to and including 17.12']],
    ['1.0.0 to 1.20.9 ', ['from 1.0.0 up to and including 1.20.9']],
    ['Versions 19.9 through 19.9.0.1', ['from 19.9 up to and including 19.9.0.1']],
    ['before 1.2', ['every version up to but not including 1.2']],
    ['prior to 5.0.32', ['every version up to but not including 5.0.32']],
    ['All versions prior to 5.0.32', ['every version up to but not including 5.0.32']],
    ['before version egs-1.09', ['every version up to but not including egs-1.09']],
    ['All versions < V01.01.01', ['every version up to but not including 01.01.01']],
    ['12.1.1-12.1.3', ['from 12.1.1 up to and including 12.1.3']],
    ['All versions prior to and including 9.1', ['every version up to and including 9.1']],
    ['up to 3.2', ['every version up to and including 3.2']],
    ['5.5.58 and prior', ['every version up to and including 5.5.58']],
    ['7.2.26 and earlier', ['every version up to and including 7.2.26']],
    ['8.3.0.1 and below ', ['every version up to and including 8.3.0.1']],
    ['7.1.2 and all prior versions', ['every version up to and including 7.1.2']],
    ['firmware Ver.7.10 and earlier', ['every version up to and including 7.10']],
    ['3.3 SP1 and prior', ['every version up to and including 3.3 SP1']],
    ['2.0 and later', ['from 2.0 onwards']],
    ['firmware versions 21.15.7 and later but prior to 21.15.9', ['from 21.15.7 up to but not including 21.15.9']],
    ['5.0.x versions prior to 5.0.27', ['from the start of the line 5.0.x up to but not including 5.0.27']],
    ['5.0.x, 5.2.x', ['every version of the line 5.0.x', 'every version of the line 5.2.x']],
    ['every version', ['every version']],
    ['All', ['every version']],
  ])('reads %j as a range', (sentence, expected) => {
    expect(inWords(sentence)).toEqual(expected);
  });

  it.each(['n/a', 'N/A', 'unspecified', '-', '?', '', 'See references', 'https://aka.ms/x', 'various ', 'earlier'])(
    'takes %j for no version at all',
    (sentence) => {
      expect(inWords(sentence)).toBe('version_unstated');
    },
  );

  it.each([
    ['Snapdragon 630 Mobile Platform', 'text_names_product'],
    ['Oracle Java SE: 8u401', 'text_names_product'],
    ['All versions of 3.2 series', 'text_names_product'],
    ['VMware vCenter Server (7.0 prior to 7.0 U3d)', 'text_names_product'],
    ['stable: < 3.3.1', 'text_names_product'],
    ['< 3.3.1 in the stable branch', 'text_unreadable'],
    ['up to 1.2 (excluding)', 'text_unreadable'],
    ['1.2 through 1.5 (not including 1.5)', 'text_unreadable'],
    ['before', 'text_unreadable'],
    ['<', 'text_unreadable'],
    ['<2021.1.0, <2021.2.0, <2021.3.0,', 'text_ambiguous'],
  ])('does not guess what %j means', (sentence, doubt) => {
    expect(inWords(sentence)).toBe(doubt);
  });

  it("passes over the words of the product's own name", () => {
    expect(inWords('FortiOS 6.0.0 to 6.0.4', ['fortinet', 'fortios'])).toEqual([
      'from 6.0.0 up to and including 6.0.4',
    ]);
    expect(inWords('FortiOS 6.0.0 to 6.0.4')).toBe('text_names_product');
  });
});

it.each([
  '',
  ' - ',
  '--',
  '?',
  'N/A',
  'NA',
  'n.a.',
  'none',
  'null',
  'unspecified',
  'Unknown',
  'undefined',
  'TBD',
  'other',
  'not specified',
  'not available',
  'not applicable',
  'unknown version',
  'various',
  'various versions',
  'multiple',
  'multiple versions',
  'earlier',
  'earlier versions',
  'previous versions',
  'publication',
  'latest',
  'current',
  'see the advisory',
  'https://example.org/advisory',
  'http://example.org/advisory',
])('%j states no version', (sentence) => {
  expect(readPhrase(sentence)).toEqual({ doubt: 'version_unstated' });
});
