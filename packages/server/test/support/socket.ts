import { connect } from 'node:net';

/** Writes bytes to the server's socket as they are, and reads until the server closes it. */
export async function exchange(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}

/** The statuses of the responses in what a server wrote. */
export function statusesIn(answers: string): number[] {
  return [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
