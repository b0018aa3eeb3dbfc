import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../../app/guides/markdown.ts';
import { pictureOf, picturesNamed } from '../../app/guides/pictures.ts';
import { textOf } from '../markup.ts';
import { guideBody } from './show.ts';
import { leadsWithin } from './targets.ts';

const leads = leadsWithin(new Set(['cli', 'sbom']));
const drawing = { source: 'data:image/svg+xml;base64,AAAA', width: '880', height: '317' };
const pictures = new Map([['media/a.svg', drawing]]);
const shown = (text: string) => textOf(guideBody(readMarkdown(text), leads, pictures)).trim();

describe('where a link leads', () => {
  it.each([
    ['[codes](cli.md#exit-codes)', '<p><a href="/guides/cli#exit-codes">codes</a></p>'],
    ['[here](#below)', '<p><a href="#below">here</a></p>'],
    ['[reference](../openapi.json)', '<p><a href="/docs">reference</a></p>'],
    ['[ADR 004](adr/004-evidence.md)', '<p>ADR 004</p>'],
    ['[the map](architecture.md#x)', '<p>the map</p>'],
    ['[the source](../packages/a/README.md)', '<p>the source, <code>packages/a/README.md</code></p>'],
    ['[packages/a/a.ts](../packages/a/a.ts)', '<p><code>packages/a/a.ts</code></p>'],
    ['[x](javascript:alert(1))', '<p>x</p>'],
    ['[x][1]\n\n[1]: javascript:alert(1)', '<p>x</p>'],
    ['<javascript:alert(1)>', '<p>javascript:alert(1)</p>'],
    ['somebody@a.example', '<p>somebody@a.example</p>'],
    ['[x](javascript:alert)', '<p>x</p>'],
    ['[x](//evil.example)', '<p>x</p>'],
    ['[RFC](https://a.example/#s)', '<p><a href="https://a.example/#s" rel="noopener noreferrer nofollow">RFC</a></p>'],
    ['`/scan`', '<p><a href="/scan"><code class="whole">/scan</code></a></p>'],
    ['`/search`', '<p><code class="whole">/search</code></p>'],
    [
      '`GET /sources`',
      '<p><a href="/docs/meta#getSources"><code>GET <span class="whole">/sources</span></code></a></p>',
    ],
    [
      '[`GET /sources`](cli.md)',
      '<p><a href="/guides/cli"><code>GET <span class="whole">/sources</span></code></a></p>',
    ],
  ])('%s', (text, html) => {
    expect(shown(text)).toBe(html);
  });
});

describe('headings', () => {
  it('have the anchors that GitHub gives them', () => {
    const html = shown('# T\n## Why? It’s `a_b`, & [so](#t)\n### Exit codes\n## Exit codes');

    expect(
      [...html.matchAll(/<(h\d) id="([^"]+)"><a href="#([^"]+)">/g)].map(([, tag, id, to]) => [tag, id, to]),
    ).toEqual([
      ['h2', 'why-its-a_b--so', 'why-its-a_b--so'],
      ['h3', 'exit-codes', 'exit-codes'],
      ['h2', 'exit-codes-1', 'exit-codes-1'],
    ]);
    expect(html).not.toContain('T</');
  });
});

it('escapes everything that is written', () => {
  const hostile = '<img src=x onerror=alert(1)> "\'&';
  const html = shown(
    [`## ${hostile}`, hostile, `- ${hostile}`, `| ${hostile} | b |`, '| - | - |', `| ${hostile} | \`${hostile}\` |`, '']
      .concat('```json', hostile, '```', '', '```sh', `# ${hostile}`, '```', `**${hostile}**`, `[${hostile}](cli.md)`)
      .join('\n'),
  );

  expect(html).not.toContain('<img');
  expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt;/g)?.length).toBeGreaterThanOrEqual(9);
});

it('gives each region a name of its own, and a small screen the names of columns', () => {
  const table = '| A | B | C |\n| - | - | - |\n| 1 | 2 |   |';
  const html = shown(`## One\n\n${table}\n\n${table}\n\n\`\`\`\nx\n\`\`\``);

  expect([...html.matchAll(/aria-label="([^"]+)"/g)].map(([, label]) => label)).toEqual([
    'One: table',
    'One: table 2',
    'One: example',
  ]);
  expect(html.match(/<span class="of" aria-hidden="true">B<\/span> 2/g)).toHaveLength(2);
  expect(html).not.toContain('>A</span>');
  expect(html).not.toContain('>C</span>');
});

describe('a picture', () => {
  it.each([
    [
      'of its own',
      '![What is\nseen](media/a.svg)',
      `<div class="picture" tabindex="0" role="region" aria-label=": picture"><img src="${drawing.source}" width="880" height="317" alt="What is seen"></div>`,
    ],
    ['that is missing', '![What is seen](media/b.svg)', '<p>What is seen</p>'],
    ['of elsewhere', '![What is seen](https://a.example/b.png)', '<p>What is seen</p>'],
    ['within a sentence', 'Look: ![seen](media/a.svg)!', '<p>Look: seen!</p>'],
  ])('%s', (_name, text, html) => {
    expect(shown(text)).toBe(html);
  });

  it('is named by an address in the folder of drawings', () => {
    const text =
      '![a](media/a.svg) ![b](../b.svg) ![c](media/../c.svg)\n\n- ![d][1]\n\n`![e](media/e.svg)`\n\n[1]: media/d.svg';

    expect(picturesNamed(readMarkdown(text))).toEqual(['media/a.svg', 'media/d.svg']);
  });

  it('has its own size, and stands inside the page', () => {
    const svg = '<?xml version="1.0"?>\n<svg width="12" viewBox="0 0 1 1" height="34"><rect width="9"/></svg>';

    const { source, width, height } = pictureOf(svg);

    expect([width, height]).toEqual(['12', '34']);
    expect(Buffer.from(source.replace('data:image/svg+xml;base64,', ''), 'base64').toString()).toBe(svg);
  });
});

it('leaves out the line that marks an example as one that is run', () => {
  expect(shown('```sh\n# run\nnpm help # here\n```')).toContain(
    '<code>npm help <span class="c-note"># here</span></code>',
  );
});
