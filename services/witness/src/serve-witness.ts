import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { withKeyedMutex } from '@atelier/postgres/keyed-mutex.ts';
import { addCheckpoint, type Answer } from './add-checkpoint.ts';
import type { Watch } from './watch-log.ts';

/** A checkpoint with 64 signatures and a proof of 63 lines has some 16 kB. */
const MOST_BYTES = 64 * 1024;
const PATIENCE_MS = 10_000;

export interface Serving {
  readonly watch: Watch;
  readonly onAnswer: (answer: Answer) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Serves `POST /add-checkpoint` (C2SP tlog-witness) for logs that bring their checkpoints. Answers its address.
 * @param listen `host:port` or a port alone
 */
export async function serveWitness(listen: string, serving: Serving): Promise<string> {
  const server = createServer((request, response) => {
    void answer(request, response, serving);
  });
  server.requestTimeout = PATIENCE_MS;
  const cut = listen.lastIndexOf(':');
  const host = cut < 0 ? '127.0.0.1' : listen.slice(0, cut).replace(/^\[|\]$/g, '');
  server.listen(Number(listen.slice(cut + 1)), host);
  await once(server, 'listening');
  return addressOf(server);
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') return String(address);
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { watch, onAnswer, onError }: Serving,
): Promise<void> {
  try {
    if (request.url !== '/add-checkpoint') return end(response, 404, 'not here');
    if (request.method !== 'POST') return end(response.setHeader('allow', 'POST'), 405, 'POST only');
    const body = await readBody(request);
    if (body === undefined) return end(response, 413, 'the request is too large');
    // Reading what was signed last and keeping the next is one step.
    const given = await withKeyedMutex(watch.store, 'head', () => addCheckpoint(watch, body));
    onAnswer(given);
    response.writeHead(given.status, { 'content-type': given.type }).end(given.body);
  } catch (error) {
    onError(error);
    end(response, 500, 'the witness cannot answer now');
  }
}

function end(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`);
}

/** Undefined when there is more than any checkpoint has. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  let body = '';
  request.setEncoding('utf8');
  for await (const text of request) {
    body += String(text);
    if (body.length > MOST_BYTES) return undefined;
  }
  return body;
}
