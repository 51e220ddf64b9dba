import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An endpoint of webhooks that keeps what it is sent. */
export interface Hooks {
  readonly url: string;
  readonly bodies: readonly Buffer[];
  readonly close: () => Promise<void>;
}

/** Takes every delivery, on loopback. */
export async function startHooks(): Promise<Hooks> {
  const bodies: Buffer[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      bodies.push(Buffer.concat(parts));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/in`,
    bodies,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
