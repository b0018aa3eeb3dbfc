import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseXml } from '../../../test/support/xml-check.ts';
import { element, htmlText, XML_DECLARATION, xmlText } from './xml.ts';

describe('text in XML', () => {
  it.each([
    ['<img src=x onerror="alert(1)">', '&lt;img src=x onerror=&quot;alert(1)&quot;&gt;'],
    [']]></title><script>', ']]&gt;&lt;/title&gt;&lt;script&gt;'],
    ['a\u0000b\u0008c\u000bd\u001fe\ufffef', 'abcdef'],
    ['tab\tline\nreturn\r', 'tab\tline\nreturn\r'],
    ['\u202eevil\u2066', 'evil'],
    ['half \ud800 of a pair', 'half \ufffd of a pair'],
    ['\u{1f512}漏洞', '\u{1f512}漏洞'],
    ['&amp; &#0;', '&amp;amp; &amp;#0;'],
  ])('%j', (text, expected) => {
    expect(xmlText(text)).toBe(expected);
  });

  it('is escaped twice where readers expect HTML', () => {
    expect(htmlText('<script>&')).toBe('&amp;lt;script&amp;gt;&amp;amp;');
  });

  it('is well-formed whatever it holds, in elements and attributes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, value) => {
        const root = parseXml(XML_DECLARATION + element('a', element('b', xmlText(text) || '-', { c: value })));

        expect(root.children).toHaveLength(1);
      }),
    );
  });
});
