import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** A folder as any web server serves it. */
export interface FileServer extends AsyncDisposable {
  readonly url: string;
  /** The paths that were asked for. */
  readonly asked: string[];
  /** Read instead of the file; null: as if it were missing. */
  readonly replaced: Map<string, Uint8Array | null>;
  /** Is given each path before it is answered, and waited for. */
  before: (path: string) => Promise<void> | void;
}

/** Pages of any site may read it. */
const OPEN = { 'access-control-allow-origin': '*' };

export async function serveFolder(folder: string): Promise<FileServer> {
  const replaced = new Map<string, Uint8Array | null>();
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1);
    served.asked.push(name);
    void answer(name).then((bytes) => response.writeHead(bytes === null ? 404 : 200, OPEN).end(bytes));
  });
  async function answer(name: string): Promise<Uint8Array | null> {
    await served.before(name);
    const given = replaced.get(name);
    return given === undefined ? readFile(path.join(folder, name)).catch(() => null) : given;
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const served: FileServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    replaced,
    before: () => {},
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return served;
}
