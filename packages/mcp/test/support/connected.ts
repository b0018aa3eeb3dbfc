import { Client, type ContentBlock, InMemoryTransport } from '@modelcontextprotocol/client';
import { type Call, toolServer } from '../../src/index.ts';

/** A client of the tools in this process. */
export async function connected(call: Call): Promise<Client> {
  const [here, there] = InMemoryTransport.createLinkedPair();
  await toolServer({ call, version: '1' }).connect(there);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(here);
  return client;
}

export function textOf([first]: readonly ContentBlock[]): string {
  return first?.type === 'text' ? first.text : '';
}
