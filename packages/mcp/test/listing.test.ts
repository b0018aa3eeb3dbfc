import { expect, it } from 'vitest';
import { answerMcp, TOOLS } from '../src/index.ts';

interface Listed {
  readonly name: string;
  readonly inputSchema: { readonly properties: object; readonly required?: readonly string[] };
  readonly outputSchema: { readonly properties: Readonly<Record<string, { readonly type: string | string[] }>> };
}

async function listed(): Promise<{ readonly bytes: number; readonly tools: readonly Listed[] }> {
  const { status, text } = await answerMcp({
    call: () => Promise.reject(new Error('Listing asks nothing')),
    version: '1',
    url: 'http://localhost/mcp',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  });
  expect(status).toBe(200);
  const { result } = JSON.parse(text.replace(/^event: message\ndata: /, '')) as { result: { tools: Listed[] } };
  return { bytes: Buffer.byteLength(text), tools: result.tools };
}

it('listing all tools takes less than 12,000 bytes', async () => {
  const { bytes, tools } = await listed();

  console.log(`tools/list: ${bytes} bytes for ${tools.length} tools`);
  expect(tools).toHaveLength(TOOLS.length);
  expect(bytes).toBeLessThan(12_000);
});

it('the outline of an answer names every member', async () => {
  const { tools } = await listed();

  const members = tools.map(({ outputSchema }) => Object.keys(outputSchema.properties));
  expect(members).toEqual(TOOLS.map(({ output }) => Object.keys(output.shape)));
  const outlines = tools.flatMap(({ outputSchema }) => Object.values(outputSchema.properties));
  const types = outlines.flatMap(({ type }) => type);
  expect(new Set(types)).toEqual(new Set(['string', 'integer', 'boolean', 'object', 'array', 'null']));
});

it('one argument has one name in all tools', async () => {
  const { tools } = await listed();

  const names = new Set(tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties)));
  expect([...names].filter((name) => /^(id|ids|cve|cves|packages|name)$/.test(name))).toEqual([]);
  const withCve = tools.filter(({ inputSchema }) => inputSchema.required?.includes('cve_id'));
  expect(withCve.map(({ name }) => name)).toEqual(['lookup_cve_dossier', 'queue_cve_ingest', 'explain_match']);
});
