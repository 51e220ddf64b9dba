import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A busy machine: the first connections to a database are made at once, and nothing comes back over them for a while. */
export interface SlowProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Holds the first `count` connections for `milliseconds`; the database stands at `databaseUrl` on this machine. */
export async function startSlowProxy(
  databaseUrl: string,
  { count, milliseconds }: { readonly count: number; readonly milliseconds: number },
): Promise<SlowProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let held = 0;
  const pass = async (client: Socket): Promise<void> => {
    keep(client, sockets);
    held += 1;
    if (held <= count) await sleep(milliseconds);
    const database = connect(Number(target.port), target.hostname);
    keep(database, sockets);
    database.on('close', () => client.destroy());
    client.on('close', () => database.destroy());
    client.pipe(database).pipe(client);
  };
  const server = createServer((client) => void pass(client)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.toString(),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function keep(socket: Socket, sockets: Set<Socket>): void {
  sockets.add(socket);
  socket.on('error', () => undefined);
  socket.on('close', () => sockets.delete(socket));
}
