import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { freePort } from '@atelier/host/ports.ts';
import type { ApiProcess } from './nodes.ts';

/** What docker/Caddyfile is in production, small: health checks, and another node where one refuses the connection. */
export interface Balancer {
  readonly url: string;
  /** Connections that a node refused and another took: nothing had been said yet. */
  readonly refused: () => number;
  /** How many 503 came from nodes that were not ending: the machine had too much to do. */
  readonly busy: () => number;
  /** Requests that a node took and did not answer. */
  readonly broken: () => readonly string[];
  readonly close: () => Promise<void>;
}

const healthEveryMs = 200;
const tryForMs = 5_000;

interface State {
  readonly nodes: readonly Pick<ApiProcess, 'port' | 'isEnding'>[];
  readonly healthy: Set<number>;
  readonly broken: string[];
  refused: number;
  busy: number;
  turn: number;
}

/** Listens on a free loopback port before these nodes. */
export async function startBalancer(nodes: State['nodes']): Promise<Balancer> {
  const port = await freePort();
  const ports = nodes.map((node) => node.port);
  const state: State = { nodes, healthy: new Set(ports), broken: [], refused: 0, busy: 0, turn: 0 };
  const server = createServer((incoming, answer) => void forward(state, incoming, answer));
  server.on('upgrade', (incoming, socket: Socket, head) => upgrade(state, incoming, socket, head));
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket.on('close', () => sockets.delete(socket))));
  const checking = setInterval(() => ports.forEach((each) => void check(state, each)), healthEveryMs);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    refused: () => state.refused,
    busy: () => state.busy,
    broken: () => state.broken,
    close: () => {
      clearInterval(checking);
      sockets.forEach((socket) => socket.destroy());
      return closed(server);
    },
  };
}

async function check(state: State, port: number): Promise<void> {
  const url = `http://127.0.0.1:${port}/api/health/ready`;
  const isReady = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isReady) state.healthy.add(port);
  else state.healthy.delete(port);
}

/** The next node in turn, the healthy ones first. */
function nextPort(state: State): number {
  const candidates = state.healthy.size > 0 ? [...state.healthy] : state.nodes.map(({ port }) => port);
  state.turn += 1;
  return candidates[state.turn % candidates.length] ?? 0;
}

async function forward(state: State, incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
  const body = Buffer.concat(await incoming.toArray());
  const deadline = Date.now() + tryForMs;
  for (;;) {
    const port = nextPort(state);
    const outcome = await sendTo(port, incoming, body, answer);
    if (outcome === 'answered') {
      const isEnding = state.nodes.some((node) => node.port === port && node.isEnding());
      if (answer.statusCode === 503 && !isEnding) state.busy += 1;
      return;
    }
    if (outcome === 'refused' && Date.now() < deadline) {
      state.refused += 1;
      state.healthy.delete(port);
      await new Promise((resolve) => setTimeout(resolve, 20));
      continue;
    }
    state.broken.push(`${incoming.method} ${incoming.url}: ${outcome}`);
    if (!answer.headersSent) answer.writeHead(502, { 'content-type': 'application/json' });
    return void answer.end('{}');
  }
}

function sendTo(
  port: number,
  incoming: IncomingMessage,
  body: Buffer,
  answer: ServerResponse,
): Promise<string> {
  return new Promise((resolve) => {
    const { method, url, headers } = incoming;
    const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false });
    outgoing.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : (error.code ?? error.message)),
    );
    outgoing.on('response', (response) => {
      // Between here and the client nothing is kept of the node's own connection.
      const { connection: _connection, ...kept } = response.headers;
      answer.writeHead(response.statusCode ?? 502, kept);
      response.pipe(answer);
      response.on('end', () => resolve('answered'));
      response.on('error', (error) => resolve(error.message));
    });
    outgoing.end(body);
  });
}

function upgrade(state: State, incoming: IncomingMessage, client: Socket, head: Buffer): void {
  const server = connect(nextPort(state), '127.0.0.1');
  const end = (): void => {
    client.destroy();
    server.destroy();
  };
  for (const socket of [client, server]) socket.on('error', end);
  client.on('close', end);
  server.on('close', () => client.end());
  server.on('connect', () => {
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
    for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
      lines.push(`${incoming.rawHeaders[index]}: ${incoming.rawHeaders[index + 1]}`);
    }
    server.write(`${lines.join('\r\n')}\r\n\r\n`);
    server.write(head);
    server.pipe(client);
    client.pipe(server);
  });
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });
