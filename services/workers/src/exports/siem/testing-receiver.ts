import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedLine {
  readonly metadata: { readonly uid: string };
  readonly unmapped: { readonly position: number };
}

/** What a SIEM does with a call: takes it, refuses it, or takes it and is gone before it says so. */
export type Behaviour = 'take' | number | 'take and cut' | 'take and wait';

/** A receiver of lines on loopback that remembers every line it took, and answers as a test wants. */
export interface Receiver {
  readonly url: string;
  readonly lines: () => readonly ReceivedLine[];
  readonly calls: () => readonly { readonly authorization: string | undefined; readonly lines: number }[];
  /** What it does from now on, by the number of lines in a call. */
  readonly behave: (as: (lines: number) => Behaviour) => void;
  readonly close: () => Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const [taken, calls]: [ReceivedLine[], { authorization: string | undefined; lines: number }[]] = [[], []];
  let behave: (lines: number) => Behaviour = () => 'take';
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const lines = body.split('\n').filter((line) => line !== '');
      calls.push({ authorization: request.headers.authorization, lines: lines.length });
      const as = behave(lines.length);
      if (typeof as === 'number') return response.writeHead(as).end();
      taken.push(...lines.map((line) => JSON.parse(line)));
      if (as === 'take and cut') return request.socket.destroy();
      return as === 'take' ? response.writeHead(202).end() : undefined;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on a port has one
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/ingest`,
    lines: () => taken,
    calls: () => calls,
    behave: (as) => void (behave = as),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
