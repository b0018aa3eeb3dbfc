import { html } from 'hono/html';
import type { Markup } from '../markup.ts';

const EXAMPLES: readonly (readonly [what: string, queries: readonly string[], why: string])[] = [
  ['A CVE in any spelling', ['CVE-2021-44228', '2021-44228', 'cve 2021 44228'], 'opens its page'],
  ['An advisory', ['GHSA-jfh8-c2jp-5v3q', 'GO-2023-2102'], 'opens the page of its CVE'],
  ['The URL of a database page', ['https://nvd.nist.gov/vuln/detail/CVE-2024-3094'], 'opens the same CVE here'],
  ['A package and its version', ['lodash@4.17.20', 'pkg:pypi/requests@2.30.0'], 'says whether it is affected'],
  ['A weakness', ['CWE-79', 'CWE-502'], 'lists its vulnerabilities'],
  ['A nickname', ['log4shell', 'heartbleed'], 'finds the vulnerability'],
  [
    'Words',
    ['path traversal', '"request smuggling" -apache'],
    'find records with all of them; use quotes for a phrase, a minus to exclude',
  ],
];

export function searchHelp(): Markup {
  return html`<section class="help"><h2>What you can search for</h2>
<ul class="plain">${EXAMPLES.map(
    ([what, queries, why]) =>
      html`<li><strong>${what}</strong> ${why}: ${queries.map((query, index) => html`${index === 0 ? '' : ', '}<a href="/search?q=${encodeURIComponent(query)}"><code>${query}</code></a>`)}</li>\n`,
  )}
<li><strong>An issue number</strong>, such as <code>#408505</code>, opens the issue.</li>
<li><strong>Filters alone</strong> also work: <a href="/search?kev=true&amp;severity=critical&amp;sort=date">critical and exploited, newest first</a>.</li></ul></section>`;
}
