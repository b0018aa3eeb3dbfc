import { exampleAnswer } from '@almanac/contract';
import { describe, expect, it } from 'vitest';
import { type Call, MAX_CHARACTERS, TOOLS, tokensOf } from '../src/index.ts';
import { connected, textOf } from './support/connected.ts';

const QUESTIONS: Readonly<Record<string, Record<string, unknown>>> = {
  lookup_cve_dossier: { cve_id: 'CVE-2024-3094' },
  queue_cve_ingest: { cve_id: 'CVE-2024-3094' },
  search_cves: { query: 'x', limit: 50 },
  check_package: { package: 'curl', version: '8.4.0' },
  check_purls: { purls: ['pkg:npm/lodash@4.17.20'] },
  scan_lockfile: { file_name: 'requirements.txt', text: 'jinja2==2.4.1' },
  my_packages: { list: ['pkg:npm/lodash@4.17.20'] },
  explain_match: { cve_id: 'CVE-2024-2398', package: 'curl', version: '8.4.0' },
  plan_remediation: { purls: ['pkg:npm/lodash@4.17.20'] },
  source_status: {},
};

/** What the contract gives as examples, with every list made long and every text that is no word of ours made longer. */
const swollen: Call = async (endpoint) => grown(exampleAnswer(endpoint), 200) as never;

const WORDS = /^(?:[a-z0-9_]+|[A-F]|CVE-\d+-\d+|\d{4}-.*|https?:.*)$/;

/** Lists within lists are shorter, or there would be millions of rows. */
function grown(value: unknown, times: number): unknown {
  if (typeof value === 'string') return WORDS.test(value) ? value : value + ' <<<more>>> \u202e'.repeat(60);
  if (Array.isArray(value)) {
    const within = Math.ceil(times / 10);
    return Array.from({ length: value.length * times }, (_, i) => grown(value[i % value.length], within));
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  return Object.fromEntries(members.map(([name, member]) => [name, grown(member, name === 'coverage' ? 1 : times)]));
}

describe('the largest answer there can be', () => {
  it.each(TOOLS.map(({ name }) => name))('%s stays within its bound and says what it left out', async (name) => {
    const client = await connected(swollen);

    await client.listTools(); // so that the client validates the answer
    const result = await client.callTool({ name, arguments: QUESTIONS[name] ?? {} });

    const text = textOf(result.content);
    const structured = JSON.stringify(result.structuredContent);
    console.log(`${name} at its largest: ${tokensOf(text)} tokens of text, ${tokensOf(text, structured)} in all`);
    expect(text.length).toBeLessThan(2_000); // 500 characters, of which hostile ones are escaped
    expect(result.isError).not.toBe(true);
    expect(structured.length).toBeLessThanOrEqual(MAX_CHARACTERS + '{"detail":"brief"}'.length);
    expect(tokensOf(text, structured)).toBeLessThan(2_500);
    expect(structured.length).toBeGreaterThan(2_000); // and is not emptied
    expect(result.structuredContent).toMatchObject({
      withheld: { count: expect.any(Number), how: expect.any(String) },
    });
    await client.close();
  });
});

describe('what is thrown', () => {
  it.each([
    [
      'by the API',
      Object.assign(new Error('Too many'), { code: 'RATE_LIMITED', status: 429, hint: 'Wait.' }),
      'RATE_LIMITED',
    ],
    [
      'by a network without an API',
      Object.assign(new Error('almanac.example cannot be reached'), { code: 'UNREACHABLE', status: null, hint: null }),
      'UNREACHABLE',
    ],
    ['by a mistake of ours', new TypeError('secret of the inside'), 'INTERNAL'],
    ['by the system', Object.assign(new Error('secret of the inside'), { code: 'ECONNRESET' }), 'INTERNAL'],
  ])('%s is a result with a code and nothing of the inside', async (_, error, code) => {
    const client = await connected(() => Promise.reject(error));

    const { isError, content } = await client.callTool({ name: 'source_status', arguments: {} });

    const text = textOf(content);
    expect({ isError, error: JSON.parse(text).error }).toMatchObject({
      isError: true,
      error: { code, hint: expect.any(String) },
    });
    expect(text).not.toContain('secret');
    await client.close();
  });
});
