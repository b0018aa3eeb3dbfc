import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { almanac } from './support/command-line.ts';

/** Something answers, and it is not the API: the page of a portal, or the JSON of another service. */
let elsewhere: Server;
let answer = '';
let api: string;
beforeAll(async () => {
  elsewhere = createServer((_, response) => response.writeHead(200).end(answer));
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  api = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
});
afterAll(() => {
  elsewhere.closeAllConnections();
  elsewhere.close();
});

const COMMANDS: readonly (readonly string[])[] = [
  ['status'],
  ['cve', 'CVE-2024-3094'],
  ['dossier', 'CVE-2024-3094'],
  ['package', 'pkg:npm/left@1.0.0'],
  ['package', 'left'],
  ['search', 'left'],
  ['watch', 'CVE-2024-3094'],
  ['login'],
];

describe.each([
  ['a page', '<!doctype html><title>Log in</title>'],
  ['the JSON of another service', '{"sources":[],"data":{}}'],
])('where %s is behind the address', (_name, text) => {
  it.each(COMMANDS.flatMap((args) => [[args], [[...args, '--json']]]))(
    '%j says so, and prints none of it',
    async (args) => {
      answer = text;

      const ended = await almanac(args, { environment: { ALMANAC_API: api } });

      expect([ended.code, ended.out]).toEqual([4, '']);
      expect(ended.err).toContain(`Is ${api}/api/v1 the URL of the API? It must end in /api/v1`);
    },
  );
});

it('what was shown of the progress is wiped before anything is said of a failure', async () => {
  const { err } = await almanac(['status', '--api', 'http://127.0.0.1:1'], { columns: 80 });

  const [, waited, said] = err.split('\r\u001b[2K').slice(-3);
  expect(waited).toMatch(/The service is not responding\. Retrying in \d s\.$/);
  expect(said).toMatch(/^almanac: 127\.0\.0\.1:1 cannot be reached\n/);
});
