import { expect, it } from 'vitest';
import { parseXml, type XmlElement } from '../packages/server/test/support/xml-check.ts';
import { RECORDING } from '../scripts/record/recording.ts';
import { readPage } from './docs-pages.ts';
import { drawnLines, lastScreen } from './recording-picture.ts';

const svg = readPage(RECORDING.file);
const [command] = RECORDING.lines;

it('has something to show: findings, what is unknown and why, and the exit code', () => {
  const screen = lastScreen(svg).join('\n');

  expect(screen).toMatch(/\n[1-9] affected, \d not affected, \d none known, [1-9] unknown of/);
  expect(screen).toMatch(/critical[\s\S]+\n- unknown: [\s\S]+\n\$ echo \$\?\n1\n/);
});

it('shows on the way how the command is typed, and a progress bar', () => {
  const seen = drawnLines(svg).map(({ text }) => text);

  expect(seen.filter((text) => `$ ${command}`.startsWith(text)).length).toBeGreaterThan(30);
  expect(seen).toContain('[....................] 0 of 10 packages checked');
  expect(seen).toContain('[####################] 10 of 10 packages checked');
});

it('is one small picture without scripts and without anything from elsewhere', () => {
  const names = new Set(namesOf(parseXml(svg)));

  expect([...names].toSorted()).toEqual(['g', 'rect', 'style', 'svg', 'text', 'title', 'tspan']);
  expect(svg.replace(' xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/https?:|url\(|@import|href| on\w+=/);
  expect(svg.length).toBeLessThan(60_000);
});

it('stands in the README with its words, where the same command is given', () => {
  const readme = readPage('README.md');

  expect(readme).toMatch(new RegExp(`!\\[[^\\]]{40,}\\]\\(${RECORDING.file}\\)`));
  expect(readme).toContain(`\n${command}`);
});

function namesOf({ name, children }: XmlElement): string[] {
  return [name, ...children.flatMap(namesOf)];
}
