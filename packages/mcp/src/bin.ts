#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { createClient } from '@almanac/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { toolServer } from './server.ts';

/** Where `npm run api` listens unless told otherwise (docs/env.md). */
const DEFAULT_API = 'http://127.0.0.1:8080/api/v1';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const given = process.env['ALMANAC_API'] || DEFAULT_API;
const url = URL.canParse(given) ? new URL(given) : null;
if (url === null || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
  process.stderr.write(
    `ALMANAC_API is no address of an API. Write it like ${DEFAULT_API}; a key is for ALMANAC_API_KEY.\n`,
  );
  process.exit(2);
}
// A bare host means its API.
const baseUrl = url.pathname === '/' ? `${url.origin}/api/v1` : `${url.origin}${url.pathname}`;
const apiKey = process.env['ALMANAC_API_KEY']?.trim() || undefined;
// It becomes a header: whatever cannot be one would read as a service that is away.
if (apiKey !== undefined && !/^[\x21-\x7e]{1,1024}$/.test(apiKey)) {
  process.stderr.write('ALMANAC_API_KEY is no key: it holds odd characters. Set another one, or none.\n');
  process.exit(2);
}
const client = createClient({ baseUrl, apiKey, userAgent: `almanac-mcp/${version}` });

serveStdio(() => toolServer({ call: (...asked) => client.call(...asked), version }), {
  // Never what was said: standard error ends up in logs.
  onerror: ({ name }) => process.stderr.write(`almanac-mcp: ${name}\n`),
});
