import { answerMcp, type Call } from '@almanac/mcp';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../app/deps.ts';
import { type ApiError, methodNotAllowed } from '../../app/errors.ts';
import { goneSignal } from '../admission/deadline.ts';
import { pushBudget } from '../rate-limit/rate-limit.ts';
import { CLOSED_HEADERS } from '../response/headers.ts';
import type { Shell } from '../shell.ts';
import type { AskEndpoint } from './ask-endpoint.ts';
import { hostsOf, misdirected } from './hosts.ts';

export const MCP_PATH = '/mcp';

export interface McpOptions extends Pick<Deps, 'siteUrl' | 'baseUrl' | 'build'> {
  readonly ask: AskEndpoint;
}

/** The tools of agents over streamable HTTP, without sessions: each request is answered, and nothing of it is stored. */
export function serveMcp(
  app: FastifyInstance,
  { entrance, rateLimit, responder }: Pick<Shell, 'entrance' | 'rateLimit' | 'responder'>,
  { siteUrl, baseUrl, build, ask }: McpOptions,
): void {
  const hosts = hostsOf(siteUrl, baseUrl);
  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => responder.refuse(request, reply, error, rpcError));
    scope.addHook('onRequest', entrance.hook('general', `POST ${MCP_PATH}`, { auth: 'none', sameOrigin: true }));
    scope.addHook('onRequest', (request, reply, done) => {
      const why = misdirected(request, hosts);
      if (why === null) done();
      else send(request, reply, { status: 403, type: JSON_TYPE, text: refusalText(-32_000, why) });
    });
    scope.post(MCP_PATH, async (request, reply) => {
      const { body, headers } = request;
      // Of 2025-03-26 alone, and dropped since: a request of one budget could ask for a thousand answers.
      if (Array.isArray(body)) {
        send(request, reply, {
          status: 400,
          type: JSON_TYPE,
          text: refusalText(-32_600, 'Send one message at a time'),
        });
        return;
      }
      const answer = await answerMcp({
        call: callOf(request, goneSignal(reply.raw)),
        version: build.version,
        url: siteUrl + MCP_PATH,
        headers: passedOn(headers),
        body,
      });
      send(request, reply, answer);
    });
    scope.route({
      method: ['GET', 'DELETE'], // streams and sessions, of which there are none
      url: MCP_PATH,
      onRequest: ({ method }, _reply, done) => done(methodNotAllowed(method, 'POST, OPTIONS')),
      handler: () => {},
    });
  });

  /** In this process, through the pipeline of a request; the time limit is that of the endpoint. */
  function callOf(request: FastifyRequest, gone: AbortSignal): Call {
    let calls = 0;
    return async (endpoint, { params, query, body }) => {
      calls += 1;
      if (calls > 1) await rateLimit.takeExtra(request, 'general', 1);
      const text = await ask(request, gone, endpoint, { params, query: written(query), body });
      return JSON.parse(text) as never;
    };
  }

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { status, type, text }: { status: number; type: string | null; text: string },
  ): void {
    responder.sending(request, reply, status);
    reply.hijack();
    const headers = [...CLOSED_HEADERS, 'cache-control', 'no-store', 'x-cache', 'MISS', 'x-request-id', request.id];
    pushBudget(headers, request.budget);
    if (type !== null) headers.push('content-type', type);
    headers.push('content-length', String(Buffer.byteLength(text)));
    reply.raw.writeHead(status, headers).end(text);
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** As in an address, where all is text. */
function written(query: object | undefined): Record<string, string> {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** What the protocol reads, and no key. */
function passedOn(headers: FastifyRequest['headers']): Record<string, string> {
  const read = Object.entries(headers).filter(
    ([name]) => name === 'accept' || name === 'content-type' || name.startsWith('mcp-'),
  );
  return Object.fromEntries(read.map(([name, value]) => [name, String(value)]));
}

/** An error of ours as JSON-RPC 2.0 writes them. */
export function rpcError(
  { code, message, hint, details }: Pick<ApiError, 'code' | 'message' | 'hint' | 'details'>,
  requestId: string,
): object {
  const number = code === 'BODY_INVALID' ? -32_700 : code === 'INTERNAL' ? -32_603 : -32_000;
  const data = { code, hint: hint ?? null, ...(details === undefined ? {} : { details }), requestId };
  return { jsonrpc: '2.0', id: null, error: { code: number, message, data } };
}

function refusalText(code: number, message: string): string {
  return JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });
}
