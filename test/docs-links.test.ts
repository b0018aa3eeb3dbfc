import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { markdownFiles, proseOf, ROOT } from './docs-pages.ts';

const pages = markdownFiles();

describe('the documents', () => {
  it('link only to what exists', () => {
    const broken = pages.flatMap((page) =>
      linksOf(page)
        .filter((link) => !leadsSomewhere(page, link))
        .map(shownIn(page)),
    );

    expect(broken).toEqual([]);
  });

  it('name only files that exist', () => {
    const missing = pages.flatMap((page) =>
      pathsOf(page)
        .filter((name) => !exists(page, name))
        .map(shownIn(page)),
    );

    expect(missing).toEqual([]);
  });

  it('have links and paths to look at', () => {
    expect(pages.flatMap(linksOf).length).toBeGreaterThan(20);
    expect(pages.flatMap(pathsOf).length).toBeGreaterThan(50);
  });
});

/** Targets of `[text](target)` that are not addresses of other sites. */
function linksOf(page: string): string[] {
  const targets = [...withoutSpans(page).matchAll(/\]\(([^()\s]+)\)/g)].map(([, target]) => String(target));
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? page : path.join(path.dirname(page), file);
  if (!existsSync(path.join(ROOT, target))) return false;
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(target).includes(anchor);
}

/** As GitHub makes them: lower case, spaces to hyphens, punctuation dropped. */
function anchorsOf(page: string): string[] {
  return [...proseOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) =>
    String(heading)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** What stands between backticks and begins like a path of the repository. */
function pathsOf(page: string): string[] {
  const spans = [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, text]) => String(text));
  return spans.filter((text) => /^(?:packages|docs|scripts|test|\.ci)\/[^\s]*$/.test(text));
}

/** From the root, or for a package's own page from its folder; as far as it is written without a placeholder. */
function exists(page: string, name: string): boolean {
  const certain = name.split('/');
  const open = certain.findIndex((segment) => /[<>*{}]/.test(segment));
  const known = (open < 0 ? certain : certain.slice(0, open)).join('/');
  return [ROOT, path.join(ROOT, path.dirname(page))].some((folder) => existsSync(path.join(folder, known)));
}

function withoutSpans(page: string): string {
  return proseOf(page).replaceAll(/`[^`\n]*`/g, '');
}

function shownIn(page: string): (text: string) => string {
  return (text) => `${page}: ${text}`;
}
