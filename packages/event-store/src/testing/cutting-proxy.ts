import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A wire between a store and its database that can be cut while the database's answer travels. */
export interface CuttingProxy {
  readonly url: string;
  /** The answer to the next append is swallowed and its connection torn. */
  readonly cutNextAppend: () => void;
  readonly close: () => Promise<void>;
}

export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let armed = false;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    let appending = false;
    client.on('data', (question) => {
      // The prepared statement's name: what else goes over the wire arrives.
      appending ||= armed && question.includes('append_events');
      database.write(question);
    });
    database.on('data', (answer) => {
      if (!appending) return void client.write(answer);
      armed = false;
      client.destroy();
      database.destroy();
    });
    database.on('close', () => client.destroy());
    client.on('end', () => database.end());
    client.on('close', () => database.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.toString(),
    cutNextAppend: () => {
      armed = true;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
