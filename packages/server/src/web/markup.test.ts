import { html } from 'hono/html';
import { expect, it } from 'vitest';
import { layout } from './layout.ts';
import { said, textOf } from './markup.ts';
import { searchPageHtml } from './search/page.ts';

const MARKS = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';

it('takes what turns the direction of text out of a page, wherever it stands', () => {
  const hostile = `exe.${MARKS}gpj`;

  const page = layout({
    title: hostile,
    description: hostile,
    contents: null,
    main: html`<p title="${hostile}">${said(hostile)}</p>`,
  });

  expect(page).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  expect(page).toContain('<title>exe.gpj</title>');
  expect(page).toContain('<p title="exe.gpj"><bdi>exe.gpj</bdi></p>');
});

it('keeps text that is written from right to left, in a direction of its own', () => {
  expect(textOf(said('שלום <b>'))).toBe('<bdi>שלום &lt;b&gt;</bdi>');
});

it('shows what a search found in a direction of its own', () => {
  const result = { id: 'CVE-2026-1', title: `a${MARKS}b`, snippet: null, highlights: { title: [], snippet: [] } };
  const more = { severity: null, score: null, epss: null, kev: false, published: null, withdrawn: false };
  const found = {
    results: [{ ...result, ...more }],
    total: 1,
    page: 1,
    pageSize: 50,
    corrections: [],
    ignored: [],
    nextCursor: null,
  };

  const page = searchPageHtml({ q: 'a', sort: '', filters: {} }, { kind: 'found', found: found as never, note: null });

  expect(page).toContain('<bdi>ab</bdi>');
});
