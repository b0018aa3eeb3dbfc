import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGuides } from '../../src/app/guides/guides.ts';
import { GROUPS } from '../../src/app/guides/list.ts';
import type { Page } from '../../src/http/page.ts';
import { PAGES, ROUTES } from '../../src/http/routes/index.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { faultsOfPage } from '../support/page-faults.ts';

const DOCS = path.resolve(import.meta.dirname, '../../../../docs');
const NAMES = GROUPS.flatMap(({ guides }) => guides.map(({ name }) => name));
/** Written for those who change the code: the site does not show them. */
const FOR_CONTRIBUTORS = ['conformance', 'specification'];

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ pages: PAGES, routes: ROUTES });
});
afterAll(() => app.close());

it('every document is a guide, or one for contributors', () => {
  const documents = readdirSync(DOCS).filter((name) => name.endsWith('.md'));

  expect(documents.toSorted()).toEqual([...NAMES, ...FOR_CONTRIBUTORS].map((name) => `${name}.md`).toSorted());
});

it('/guides leads to every guide, in order, with a line about each', async () => {
  const { status, text } = await app.get('/guides');

  expect(status).toBe(200);
  expect(faultsOfPage(text)).toEqual([]);
  expect(
    [...mainOf(text).matchAll(/<li><a href="\/guides\/([^"]+)">[^<]+<\/a><p>[^<]{20,}/g)].map(([, name]) => name),
  ).toEqual(NAMES);
  for (const { title } of GROUPS) expect(text).toContain(`<h2>${title}</h2>`);
});

describe.each(NAMES)('/guides/%s', (name) => {
  const source = readFileSync(path.join(DOCS, `${name}.md`), 'utf8');
  let page: string;
  let policy: string;
  beforeAll(async () => {
    const { status, text, headers } = await app.get(`/guides/${name}`);
    expect(status).toBe(200);
    page = text;
    policy = headers.get('content-security-policy') ?? '';
  });

  it('is in order, and its policy allows its styles, the script that copies commands and nothing else', () => {
    const styles = [...page.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, style = '']) => hashOf(style));

    expect(faultsOfPage(page.replaceAll(PICTURE, '').replaceAll(PROSE_MARKS, ''))).toEqual([]);
    expect(styles).toHaveLength(2);
    expect(policy).toContain(`style-src ${styles.join(' ')};`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'");
  });

  it('shows all that is written', () => {
    const prose = source.replaceAll(/^```[\s\S]*?^```$/gm, '');
    const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
    const guide = guideOf(page);

    expect({
      sections: count(guide, /<h2 /g),
      subsections: count(guide, /<h3 /g),
      tables: count(guide, /<table /g),
      rows: count(guide, /<tr /g),
      examples: count(guide, /<pre /g),
      items: count(guide, /<li>/g),
      pictures: count(guide, PICTURE),
    }).toEqual({
      sections: count(prose, /^## /gm),
      subsections: count(prose, /^### /gm),
      tables: count(prose, /^\|[-| :]+\|$/gm),
      rows: count(prose, /^\|/gm) - count(prose, /^\|[-| :]+\|$/gm),
      examples: count(source, /^```\w+$/gm),
      items: count(prose, /^ *(?:-|\d+\.) /gm),
      pictures: count(prose, /^!\[/gm),
    });
  });

  it('has nothing left of its marks', () => {
    const text = guideOf(page)
      .replaceAll(/<(pre|code)\b[\s\S]*?<\/\1>/g, 'code')
      .replaceAll(/<[^>]+>/g, ' ');

    expect(
      text.match(
        /\*\*|`|\]\(|\[[^\]]*\]|^\s*(?:#+|[-*>]|\|) .*|\|\s*-{3,}|<!--|&lt;!--|(?:^| )[*_][\w ]+[*_](?: |$)/gm,
      ),
    ).toBeNull();
  });

  it('links only to what there is', async () => {
    const links = [...mainOf(page).matchAll(/ href="(\/[^"]*|#[^"]*)"/g)].map(([, address = '']) => address);
    const pages = new Map([['', { status: 200, text: page }]]);
    const dead: string[] = [];
    for (const link of new Set(links)) {
      const [address = '', anchor] = link.split('#');
      const target = pages.get(address) ?? (await app.get(address));
      pages.set(address, target);
      // Some pages need a database, which there is not here: they say so, and are there all the same.
      if (target.status === 404) dead.push(link);
      if (anchor !== undefined && !target.text.includes(` id="${anchor}"`)) dead.push(link);
    }

    expect(dead).toEqual([]);
    expect(links).toContain('/guides');
  });

  it('leads to the guides before and after it', () => {
    const at = NAMES.indexOf(name);
    const turn = page.slice(page.indexOf('<nav class="turn"'));

    const neighbours = [...turn.matchAll(/class="(before|next)" href="\/guides\/([^"]+)"/g)].map(([, way, to]) => [
      way,
      to,
    ]);

    expect(neighbours).toEqual(
      [
        ['before', NAMES[at - 1]],
        ['next', NAMES[at + 1]],
      ].filter(([, to]) => to !== undefined),
    );
  });
});

it.each(['/guides/nothing', '/guides/conformance', '/guides/..%2f..%2fREADME', '/guides/nothing.md', '/guides/'])(
  '%s is no guide',
  async (address) => {
    const { status, body } = await app.get(address);

    expect([status, body['code']]).toEqual([404, 'ROUTE_UNKNOWN']);
  },
);

describe('an installation', () => {
  /** The same site over other documents. */
  const siteOver = (folder: string) => {
    const guides = openGuides(folder);
    const over = (page: Page): Page => ({
      ...page,
      render: (deps, visit, context) => page.render({ ...deps, guides }, visit, context),
    });
    return testApp({ pages: PAGES.map(over), routes: ROUTES });
  };

  it('without documents has no such pages, and all others', async () => {
    await using bare = await siteOver(path.join(DOCS, 'nothing-is-here'));

    const answers = await Promise.all(['/guides', '/guides/cli'].map((address) => bare.get(address)));

    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual(
      answers.map(() => [404, 'ROUTE_UNKNOWN']),
    );
    const { status, text } = await bare.get('/llms.txt');
    expect([status, text.includes('/guides')]).toEqual([200, false]);
    expect((await bare.get('/llms-full.txt')).status).toBe(404);
  });

  it('with some of them has those, and names the others without a link', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-guides-'));
    writeFileSync(path.join(folder, 'cli.md'), '# Line\n\n[codes](errors.md#x), [words](glossary.md)\n');
    writeFileSync(path.join(folder, 'glossary.md'), '# Words\n');
    await using small = await siteOver(folder);

    const { text } = await small.get('/guides/cli');
    const list = await small.get('/guides');
    // What was read is kept.
    rmSync(folder, { recursive: true });

    expect(guideOf(text)).toContain('<p>codes, <a href="/guides/glossary">words</a></p>');
    expect([...mainOf(list.text).matchAll(/href="\/guides\/([^"]+)"/g)].map(([, name]) => name)).toEqual([
      'cli',
      'glossary',
    ]);
    expect((await small.get('/guides/glossary')).status).toBe(200);
  });
});

it('/llms.txt names every guide by its Markdown', async () => {
  const { text } = await app.get('/llms.txt');

  expect([...text.matchAll(/\]\(http:\/\/api\.test\/guides\/([^)]+)\.md\): .{20,}/g)].map(([, name]) => name)).toEqual(
    NAMES,
  );
  expect(text).toContain('http://api.test/llms-full.txt');
});

it.each(NAMES)('/guides/%s leads to the page as Markdown', async (name) => {
  const { text: page } = await app.get(`/guides/${name}`);

  const { status, text, headers } = await app.get(`/guides/${name}.md`);

  expect([status, headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect(text).toBe(readFileSync(path.join(DOCS, `${name}.md`), 'utf8'));
  expect(page).toContain(`href="/guides/${name}.md"`);
});

it('/llms-full.txt has every guide in full', async () => {
  const { status, text, headers } = await app.get('/llms-full.txt');

  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  for (const name of NAMES) expect(text).toContain(readFileSync(path.join(DOCS, `${name}.md`), 'utf8').trim());
});

/** Our own drawings alone, and inside the page. */
const PICTURE = /<img src="data:image\/svg\+xml;base64,[\w+/=]+" width="\d+" height="\d+" alt="[^"]+">/g;

/** What only guides have. */
const PROSE_MARKS = /<\/?(?:blockquote|hr|em|del)>/g;

function mainOf(page: string): string {
  return page.slice(page.indexOf('<main'), page.indexOf('</main>'));
}

function guideOf(page: string): string {
  return page.slice(page.indexOf('<article'), page.indexOf('</article>'));
}

function hashOf(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}
