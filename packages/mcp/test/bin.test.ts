import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const bin = path.resolve(import.meta.dirname, '../src/bin.ts');

it.each([
  ['ALMANAC_API', 'nonsense', /^Invalid ALMANAC_API\. Example:/],
  ['ALMANAC_API', 'file:///etc', /^Invalid ALMANAC_API\. Example:/],
  ['ALMANAC_API', 'http://name:word@localhost', /^Invalid ALMANAC_API\. Example:/],
  ['ALMANAC_API_KEY', 'two words\nand a line', /^ALMANAC_API_KEY contains invalid characters\./],
])('refuses %s=%j, and does not repeat it', (name, given, words) => {
  const { status, stdout, stderr } = run([], { [name]: given });

  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(words);
  expect(stderr).not.toContain(given);
});

describe('what is asked of the program itself', () => {
  it.each([['--help'], ['-h']])('%s: names the settings', (option) => {
    const { status, stdout, stderr } = run([option]);

    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^Usage: almanac-mcp [^]*ALMANAC_API {6}[^]*ALMANAC_API_KEY /);
  });

  it.each([['--version'], ['-V']])('%s: the version of the package', (option) => {
    expect(run([option])).toMatchObject({ status: 0, stdout: `${manifest.version}\n`, stderr: '' });
  });

  it.each([['--port=1'], ['secret']])('%s is refused, and not repeated', (argument) => {
    const { status, stdout, stderr } = run([argument]);

    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^almanac-mcp accepts only --offline, --help and --version\./);
    expect(stderr).not.toContain(argument);
  });
});

/** Its input is empty: what serves instead of answering ends without a word. */
function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return spawnSync(process.execPath, ['--conditions=@almanac/source', bin, ...args], {
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    encoding: 'utf8',
  });
}
