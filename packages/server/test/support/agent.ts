import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const NAME = { name: 'test', version: '1' };

/** An agent that is connected to the tools at this address. */
export async function agentOverHttp(url: URL): Promise<Client> {
  const client = new Client(NAME);
  await client.connect(new StreamableHTTPClientTransport(url));
  return client;
}

export interface Started {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** An agent that has started the tools as a program of its own. */
export async function agentOverStdio({ args, ...started }: Started): Promise<Client> {
  const client = new Client(NAME);
  await client.connect(new StdioClientTransport({ ...started, args: [...args] }));
  return client;
}
