import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Call } from './call.ts';
import { toolServer } from './server.ts';

export interface McpRequest {
  readonly call: Call;
  readonly version: string;
  /** The public address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface McpResponse {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

/** Answers one streamable HTTP request of the current protocol or of 2025's. Keeps no state between requests. */
export async function answerMcp({ call, version, url, headers, body }: McpRequest): Promise<McpResponse> {
  const handler = createMcpHandler(() => toolServer({ call, version }), {
    maxSubscriptions: 0, // answers never change later
    keepAliveMs: 0,
  });
  const response = await handler.fetch(new Request(url, { method: 'POST', headers }), { parsedBody: body });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}
