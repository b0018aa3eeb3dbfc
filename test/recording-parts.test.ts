import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parseXml } from '../packages/server/test/support/xml-check.ts';
import { framesOf } from '../scripts/record/frames.ts';
import { play } from '../scripts/record/play.ts';
import { svgOf } from '../scripts/record/svg.ts';
import { openTerminal, textOf } from '../scripts/record/terminal.ts';
import { drawnLines, lastScreen } from './recording-picture.ts';

function shown(columns: number, ...texts: readonly string[]) {
  const terminal = openTerminal(columns);
  for (const text of texts) terminal.write(text);
  return terminal.screen();
}

describe('the terminal', () => {
  it.each([
    ['begins a new line', ['abc\r\nde'], ['abc', 'de']],
    ['writes over what stands there', ['abc\rX'], ['Xbc']],
    ['wipes a line', ['loading\r\x1b[2Kdone'], ['done']],
    ['wipes it where the cursor stands', ['abc\x1b[2Kd'], ['   d']],
    ['goes on in the next line where one is full', ['abcdefghijkl'], ['abcdefghij', 'kl']],
    ['takes a sequence in two pieces', ['a\r\x1b', '[2', 'Kb'], ['b']],
    ['keeps empty lines', ['a\r\n\r\nb'], ['a', '', 'b']],
  ])('%s', (_name, written, text) => {
    expect(textOf(shown(10, ...written))).toEqual(text);
  });

  it('paints', () => {
    const [line] = shown(80, '\x1b[1m\x1b[31mbad\x1b[39m\x1b[22m \x1b[2mdim\x1b[22m');

    expect(line).toEqual([
      { text: 'bad', style: { bold: true, dim: false, colour: 'red' } },
      { text: ' ', style: { bold: false, dim: false, colour: null } },
      { text: 'dim', style: { bold: false, dim: true, colour: null } },
    ]);
  });

  it.each(['\x1b[3A', '\x1b[?25l', '\x1b[35m', '\x07'])('refuses %j rather than show it wrongly', (sequence) => {
    expect(() => shown(80, sequence)).toThrow('does not know');
  });
});

describe('frames', () => {
  const bar = '\r\x1b[2K';

  it('show what was wiped at once for long enough, and no wait in full', () => {
    const frames = framesOf(
      [
        { at: 0, text: '$ ' },
        { at: 5_000, text: `${bar}half${bar}whole${bar}` },
        { at: 5_001, text: 'done\r\n' },
      ],
      80,
    );

    const seen = frames.map(({ screen, milliseconds }) => [textOf(screen)[0], milliseconds]);
    expect(seen.slice(0, 3)).toEqual([
      ['$', 900],
      ['half', 450],
      ['whole', 450],
    ]);
    expect(seen.at(-1)).toEqual(['done', 8_000]);
  });
});

describe('the picture', () => {
  const frames = framesOf(
    [
      { at: 0, text: '$ <b> & c\r\n' },
      { at: 100, text: '\r\x1b[2Kpassing' },
      { at: 200, text: '\r\x1b[2K\x1b[31mred\x1b[39m stays\r\n\r\nend' },
    ],
    40,
  );
  const svg = svgOf(frames, { columns: 40, title: 'a < b' });

  it('is its last frame where nothing moves', () => {
    expect(lastScreen(svg)).toEqual(['$ <b> & c', 'red stays', '', 'end']);
    expect(svg).toMatch(/@media \(prefers-reduced-motion:no-preference\)\{\ng\{animation:/);
    expect(svg.slice(0, svg.indexOf('@media'))).toContain('.past{visibility:hidden}');
  });

  it('draws a line once however long it stays, and what has passed too', () => {
    const texts = drawnLines(svg).map(({ text, last }) => `${last ? 'stays' : 'passes'}: ${text}`);

    expect(texts.toSorted()).toEqual(['passes: passing', 'stays: $ <b> & c', 'stays: end', 'stays: red stays']);
  });

  it('is well-formed', () => {
    expect(parseXml(svg).name).toBe('svg');
  });
});

const { error, stdout } = spawnSync('script', ['--version'], { encoding: 'utf8' });
const hasScript = error === undefined && stdout.includes('util-linux');
if (!hasScript) console.log('Skipping the test of a real terminal: the program script of util-linux was not found.');

describe.skipIf(!hasScript)('a run', () => {
  it('is typed into a real terminal of the given width, one line after the other', async () => {
    const chunks = await play(['stty size', 'false', 'echo $?'], {
      columns: 77,
      rows: 9,
      folder: import.meta.dirname,
      environment: { PATH: process.env['PATH'] },
      signal: AbortSignal.timeout(30_000),
    });

    const frames = framesOf(chunks, 77);
    expect(textOf(frames.at(-1)?.screen ?? [])).toEqual(['$ stty size', '9 77', '$ false', '$ echo $?', '1', '$']);
    expect(frames.map(({ screen }) => textOf(screen)[0])).toContain('$ stty s');
  });
});
