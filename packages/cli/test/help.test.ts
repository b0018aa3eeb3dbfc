import { describe, expect, it } from 'vitest';
import { EXAMPLES } from '../src/help-examples.ts';
import { buildProgram } from '../src/program.ts';
import { almanac } from './support/command-line.ts';

const sink = { isTTY: false, columns: null, write: () => {} };
const around = { out: sink, err: sink, environment: {}, folder: '/', home: '/', version: '0', now: () => 0 };
const program = buildProgram({ ...around, uuid: () => '', signal: new AbortController().signal }, () => {});
const names = program.commands.map((command) => command.name());

describe.each([[], ...names.map((name) => [name])])('almanac %s --help', (...words) => {
  it.each([undefined, 80, 240])('has examples, and lines of at most 80 columns (terminal: %s)', async (columns) => {
    const asked = [...words, '--help'];

    const { code, out, err } = await almanac(asked, columns === undefined ? {} : { columns });

    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Examples:\n {2}almanac /m);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});

describe('an example', () => {
  const lines = Object.entries(EXAMPLES).flatMap(([name, some]) => some.map((line) => ({ name, line })));

  it.each(lines)('$line', ({ name, line }) => {
    const command = program.commands.find((each) => each.name() === name);
    const options = [...(command?.options ?? []), ...program.options].map(({ long }) => long);

    expect(line.split(' ').slice(0, 2)).toEqual(['almanac', name]);
    expect((line.match(/--[\w-]+/g) ?? []).filter((option) => !options.includes(option))).toEqual([]);
  });

  it('is there for every command, and for no other', () => {
    expect(Object.keys(EXAMPLES).toSorted()).toEqual(names.toSorted());
  });
});
