import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Call } from './call.ts';
import { toolServer } from './server.ts';

export interface McpRequest {
  readonly call: Call;
  readonly version: string;
  /** The address under which callers reach it. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON. */
  readonly body: unknown;
}

export interface McpResponse {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

/** Answers one request of the streamable HTTP transport, of the protocol of today or of 2025. Nothing is kept between two. */
export async function answerMcp({ call, version, url, headers, body }: McpRequest): Promise<McpResponse> {
  const handler = createMcpHandler(() => toolServer({ call, version }), {
    maxSubscriptions: 0, // no answer ever changes by itself
    keepAliveMs: 0,
  });
  const response = await handler.fetch(new Request(url, { method: 'POST', headers }), { parsedBody: body });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}
