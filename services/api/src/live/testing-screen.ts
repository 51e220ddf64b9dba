import type { ClientFrame, LiveRow, ServerFrame } from '@atelier/domain/live/contract.ts';
import type { FastifyInstance } from 'fastify';
import { WebSocket } from 'ws';
import { bearer } from '../testing/testing-api.ts';

export type Change = Extract<ServerFrame, { type: 'change' }>;

export interface Cursor {
  readonly epoch: string;
  readonly position: number;
}

/** Only what never comes takes it: a busy machine is slow, and no test here measures how slow. */
const PATIENCE_MS = 30_000;

/** `ws://…/api/live` of a node that listens. */
export function liveUrl(app: FastifyInstance): string {
  const [address] = app.addresses();
  if (typeof address !== 'object') throw new Error('the node does not listen');
  return `ws://127.0.0.1:${address.port}/api/live`;
}

export async function ticketFor(app: FastifyInstance, token: string): Promise<string> {
  const answer = await app.inject({ method: 'POST', url: '/api/live/ticket', headers: bearer(token) });
  if (answer.statusCode !== 200) throw new Error(`no ticket: ${answer.body}`);
  return answer.json().data.ticket;
}

/** One screen of a test: keeps every frame, and moves its cursor as the real screens do. */
export class Screen {
  readonly socket: WebSocket;
  readonly frames: ServerFrame[] = [];
  cursor: Cursor | undefined;
  closed: { readonly code: number; readonly reason: string } | undefined;
  readonly #waiting = new Set<() => void>();

  constructor(url: string, headers: Record<string, string> = {}) {
    this.socket = new WebSocket(url, { headers, perMessageDeflate: false });
    this.socket.on('message', (data: Buffer) => this.#take(JSON.parse(data.toString())));
    this.socket.on('close', (code, reason) => this.#end(code, String(reason)));
    this.socket.on('error', () => undefined);
  }

  get changes(): readonly Change[] {
    return this.frames.filter((frame) => frame.type === 'change');
  }

  async opened(): Promise<void> {
    if (this.socket.readyState === WebSocket.OPEN) return;
    await new Promise<void>((resolve, reject) => {
      this.socket.once('open', resolve);
      this.socket.once('error', reject);
    });
  }

  send(frame: ClientFrame | Record<string, unknown>): void {
    this.socket.send(JSON.stringify(frame));
  }

  /** Resolves with what `find` returns, now or after one of the next frames. */
  until<T>(find: () => T | undefined | false, what = 'something', patience = PATIENCE_MS): Promise<T> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        const found = find();
        if (found === undefined || found === false) return;
        clearTimeout(timer);
        this.#waiting.delete(check);
        resolve(found);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(check);
        const seen = this.frames.map((frame) => frame.type).join(' ');
        reject(new Error(`waited ${patience} ms for ${what}; seen: ${seen}; closed: ${this.closed?.code}`));
      }, patience);
      this.#waiting.add(check);
      check();
    });
  }

  frame<K extends ServerFrame['type']>(type: K): Promise<Extract<ServerFrame, { type: K }>> {
    const isWanted = (frame: ServerFrame): frame is Extract<ServerFrame, { type: K }> => frame.type === type;
    return this.until(() => this.frames.find(isWanted), type);
  }

  /** The newest row of an item sent in a topic. */
  row(topic: string, id: number): LiveRow | undefined {
    return this.changes
      .filter((change) => change.topic === topic)
      .flatMap((change) => change.rows)
      .findLast((row) => row.id === id);
  }

  rowOf(topic: string, id: number, version = 0): Promise<LiveRow> {
    return this.until(() => {
      const row = this.row(topic, id);
      return row !== undefined && row.version >= version && row;
    }, `item ${id} in ${topic}`);
  }

  whenClosed(patience = PATIENCE_MS): Promise<{ readonly code: number; readonly reason: string }> {
    return this.until(() => this.closed, 'the end', patience);
  }

  #take(frame: ServerFrame): void {
    this.frames.push(frame);
    if (frame.type === 'welcome') this.cursor ??= { epoch: frame.epoch, position: frame.position };
    else if (frame.type === 'change') this.#move(frame.position, frame.epoch);
    else if (frame.type === 'heartbeat') this.#move(frame.position, this.cursor?.epoch);
    this.#check();
  }

  #check(): void {
    this.#waiting.forEach((check) => check());
  }

  #move(position: number, epoch: string | undefined): void {
    if (epoch !== undefined && (this.cursor?.position ?? 0) < position) this.cursor = { epoch, position };
  }

  #end(code: number, reason: string): void {
    this.closed = { code, reason };
    this.#check();
  }
}

/** Opens a screen, says hello with a fresh ticket and subscribes. */
export async function openScreen(
  app: FastifyInstance,
  token: string,
  topics: readonly string[],
  cursor?: Cursor,
): Promise<Screen> {
  const ticket = await ticketFor(app, token);
  const screen = new Screen(liveUrl(app));
  await screen.opened();
  screen.cursor = cursor;
  screen.send({ type: 'hello', ticket, ...(cursor && { cursor }) });
  await screen.frame('welcome');
  if (topics.length === 0) return screen;
  screen.send({ type: 'subscribe', topics: [...topics] });
  await screen.until(
    () => screen.frames.some((frame) => frame.type === 'subscribed' || frame.type === 'refused'),
    'subscribed',
  );
  return screen;
}
