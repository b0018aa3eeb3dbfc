import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SOURCE_IDS } from '@almanac/contract';
import { sourceName } from '@almanac/core/sources';
import { describe, expect, it } from 'vitest';
import { SOURCES } from '../packages/server/src/sources/catalogue.ts';
import { markdownFiles, proseOf, ROOT } from './docs-pages.ts';

/** Every package with texts that users see: descriptions, errors, reasons, pages, help, tools. */
const PACKAGES = ['contract', 'core', 'client', 'cli', 'mcp', 'server'];

/** Words that read as translated, with what to write instead. */
const BANNED: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\bstands?\b/i, 'is, occurs, comes before'],
  [/\banew\b/i, 'again; rebuild'],
  [/\bholds? for\b/i, 'applies to; the version has'],
  [/\bnone holds\b/i, 'none applies'],
  [/\bspeaks? (?:of|for)\b/i, 'is about; measures'],
  [/\b(?:is|are) said\b/i, 'the active voice'],
  [/\bheld against\b/i, 'checked against, compared with'],
  [
    /\b(?:cve_list_v5|cve_services) [a-z(]|[a-z,;(] (?:cve_list_v5|cve_services)\b/i,
    'the name of the source: sourceName()',
  ],
];

/** Documents that are ours to word; the specification is not. */
const WRITTEN_HERE =
  /^(?:README|CONTRIBUTING|AGENTS|docs\/(?!specification).+|examples\/README|packages\/\w+\/README)\.md$/;

/** What is banned in a line of source. Comments do not count; names in the code do. */
function bannedIn(line: string): string[] {
  const code = line.replace(/(^|\s)\/\/ .*$/, '').trim();
  if (/^(?:\/\*|\*(?: |\/|$)|\/\/)/.test(code)) return [];
  return BANNED.flatMap(([words, instead]) => {
    const found = words.exec(code)?.[0];
    return found === undefined ? [] : [`"${found}", better: ${instead}`];
  });
}

function sources(): string[] {
  return PACKAGES.flatMap((name) => {
    const folder = path.join(ROOT, 'packages', name, 'src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return files
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => path.join(folder, file));
  });
}

describe('texts that users see', () => {
  it('are written in plain English', () => {
    const files = sources();

    const violations = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, i) => bannedIn(line).map((why) => `${path.relative(ROOT, file)}:${i + 1}: ${why}`)),
    );

    expect(files.length).toBeGreaterThan(500);
    expect(violations).toEqual([]);
  });

  it('are written so in the documents, too', () => {
    const pages = markdownFiles().filter((page) => WRITTEN_HERE.test(page));

    const violations = pages.flatMap((page) =>
      proseOf(page)
        .replaceAll(/`[^`\n]*`/g, '`code`')
        .split('\n')
        .flatMap((line) => bannedIn(line).map((why) => `${page}: ${line}: ${why}`)),
    );

    expect(pages.length).toBeGreaterThan(9);
    expect(violations).toEqual([]);
  });

  it.each(SOURCE_IDS)('have a name for the source %s', (id) => {
    const { name } = SOURCES[id].info;
    const spelt = id.charAt(0).toUpperCase() + id.slice(1).replaceAll('_', ' ');
    const isNamed = sourceName(id) !== spelt || name.startsWith(spelt);

    expect(
      isNamed,
      `'${spelt}' is no beginning of '${name}': name it in packages/core/src/sources/source-name.ts`,
    ).toBe(true);
  });
});

describe('the check', () => {
  it.each([
    [`  summary: 'Its dossier as it stands',`, 1],
    ['<p>Two packages stand here.</p>', 1],
    ['    return `${what} holds for ${version}`; // as everybody knows', 1],
    [`  reason: 'every record of cve_list_v5 was held against it',`, 2],
    ['  const said = `Fixed, says cve_list_v5.`;', 1],
    [`  coverage: [{ source: 'cve_list_v5', state: 'ok' }],`, 0],
    [`  describe('An id, such as \`cve_list_v5\`.'),`, 0],
    ['  /** How a record stands. */', 0],
    [' * which stands for it', 0],
    ['  // begins anew', 0],
    ['  count += 1; // begins anew', 0],
    [`  hint: 'See https://almanac.example for more: understand it first',`, 0],
  ])('%s: %i', (line, count) => {
    expect(bannedIn(line)).toHaveLength(count);
  });
});
