import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '@atelier/host/ports.ts';

/** A TCP proxy that can lose an answer (the other side did the work, and this side never hears of it) or all that it carries. */
export interface CuttingProxy {
  readonly port: number;
  /**
   * The next connection whose client says `request` is cut as soon as the server has said `answer` to it.
   * Nothing of the answer passes.
   */
  readonly loseNext: (request: string, answer: Buffer) => void;
  readonly cuts: () => number;
  /** Ends every connection and takes no new one until `heal`. */
  readonly cut: () => void;
  /** Connections stay and new ones are taken, but nothing passes until `heal`. */
  readonly stall: () => void;
  readonly heal: () => void;
  /** After a stall: new connections pass again, those of before never will, and their ends are not notified. */
  readonly forget: () => void;
  readonly close: () => Promise<void>;
}

/** Listens on loopback and passes everything on to a port of this machine. */
export async function startCuttingProxy(target: number): Promise<CuttingProxy> {
  const port = await freePort();
  const state: State = { armed: undefined, cuts: 0, sockets: new Set(), trouble: undefined };
  const server = createServer((client) => pass(client, target, state));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    loseNext: (request, answer) => (state.armed = { request: Buffer.from(request), answer }),
    cuts: () => state.cuts,
    cut: () => {
      state.trouble = 'cut';
      for (const socket of state.sockets) socket.destroy();
    },
    stall: () => {
      state.trouble = 'stalled';
      for (const socket of state.sockets) socket.pause();
    },
    heal: () => {
      state.trouble = undefined;
      for (const socket of state.sockets) socket.resume();
    },
    forget: () => {
      state.trouble = undefined;
    },
    close: () => close(server, state),
  };
}

interface Armed {
  readonly request: Buffer;
  readonly answer: Buffer;
}

interface State {
  armed: Armed | undefined;
  cuts: number;
  readonly sockets: Set<Socket>;
  trouble: 'cut' | 'stalled' | undefined;
}

function pass(client: Socket, target: number, state: State): void {
  if (state.trouble === 'cut') return void client.destroy();
  const server = connect(target, '127.0.0.1');
  let losing: Armed | undefined;
  let heard = Buffer.alloc(0);
  const end = (): void => {
    client.destroy();
    server.destroy();
  };
  for (const socket of [client, server]) {
    state.sockets.add(socket);
    socket.on('error', end);
    socket.on('close', () => {
      state.sockets.delete(socket);
      end();
    });
  }
  client.on('data', (chunk) => {
    if (state.armed !== undefined && chunk.includes(state.armed.request)) {
      losing = state.armed;
      state.armed = undefined;
    }
    server.write(chunk);
  });
  server.on('data', (chunk) => {
    if (losing === undefined) return void client.write(chunk);
    heard = Buffer.concat([heard, chunk]);
    if (!heard.includes(losing.answer)) return;
    state.cuts += 1;
    end();
  });
  // A listener for data makes a socket flow.
  if (state.trouble === 'stalled') for (const socket of [client, server]) socket.pause();
}

async function close(server: Server, { sockets }: State): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
}
