import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exampleAnswer, getCve, getDossier } from '@almanac/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { almanac } from './support/command-line.ts';

const ESCAPE = '\u001b]0;gone\u0007\u202e';

/** An API, or what stands between it and us, that writes escapes into every text it has. */
let hostile: Server;
let api: string;
beforeAll(async () => {
  hostile = createServer(({ url = '' }, response) => {
    const endpoint = url.includes('/dossier') ? getDossier : getCve;
    const text = JSON.stringify(exampleAnswer(endpoint), (_key, value: unknown) =>
      typeof value === 'string' ? value + ESCAPE : value,
    );
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
  api = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
});
afterAll(() => {
  hostile.closeAllConnections();
  hostile.close();
});

it.each([
  [['cve', 'CVE-2024-3094']],
  [['dossier', 'CVE-2024-3094']],
  [['watch', 'CVE-2024-3094', '--count', '1']],
  [['watch', 'CVE-2024-3094', '--count', '1', '--json']],
  [['cve', 'CVE-2024-3094', '--json']],
])('%j prints nothing that steers a terminal', async (args) => {
  const { out, err } = await almanac(args, { environment: { ALMANAC_API: api } });

  expect(out).toContain('gone');
  expect(out + err).not.toMatch(/[^\P{C}\n]/u);
});
