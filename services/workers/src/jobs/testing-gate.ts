import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A wire to a server that can be cut and mended: while it is cut, connections are refused as by a server that is away. */
export interface Gate {
  /** The server's address, by way of the gate. */
  readonly url: string;
  readonly cut: () => Promise<void>;
  readonly mend: () => Promise<void>;
}

export async function openGate(serverUrl: string): Promise<Gate> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const far = connect(Number(target.port), target.hostname);
    for (const socket of [client, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('close', () => far.destroy());
    far.on('close', () => client.destroy());
    client.pipe(far).pipe(client);
  });
  const port = await listen(server, 0);
  const url = new URL(serverUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.toString(),
    cut: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    mend: async () => {
      await listen(server, port);
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
