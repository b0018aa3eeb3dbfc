import { expect, it } from 'vitest';
import { EXIT_MEANINGS } from '../packages/cli/src/exit-codes.ts';
import { buildProgram } from '../packages/cli/src/program.ts';
import { readPage } from './docs-pages.ts';

const page = readPage('docs/cli.md');

/** The cells of the rows of the table that begins with this head. */
function tableOf(head: string): string[][] {
  const [, rows = ''] = page.split(new RegExp(`^\\| ${head} .*\\n\\| -.*\\n`, 'm'));
  return (/^(?:\|.*\n)+/.exec(rows)?.[0] ?? '')
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const sink = { isTTY: false, columns: null, write: () => {} };
const program = buildProgram(
  {
    out: sink,
    err: sink,
    environment: {},
    folder: '/',
    home: '/',
    version: '0',
    now: () => 0,
    uuid: () => '',
    signal: new AbortController().signal,
  },
  () => {},
);

it('every command stands in docs/cli.md with an example, and no other does', () => {
  const documented = tableOf('Command').map(([command, , example]) => [
    command,
    example?.split(' ').slice(0, 2).join(' '),
  ]);

  const known = program.commands.map((command) => {
    const usage = command.registeredArguments.map((argument) => {
      const word = `${argument.name()}${argument.variadic ? '...' : ''}`;
      return argument.required ? ` <${word}>` : ` [${word}]`;
    });
    return [`\`almanac ${command.name()}${usage.join('')}\``, `\`almanac ${command.name()}`];
  });

  expect(documented.map(([command, example]) => [command, example?.replace(/`$/, '')])).toEqual(known);
});

it('every option stands in docs/cli.md', () => {
  const options = [program, ...program.commands].flatMap(({ options: given }) => given.map(({ long }) => long));

  expect(options.filter((option) => option != null && !page.includes(option))).toEqual([]);
});

it('the exit codes in docs/cli.md are those of the program', () => {
  expect(tableOf('Code')).toEqual(EXIT_MEANINGS.map(({ code, meaning }) => [String(code), meaning]));
});
