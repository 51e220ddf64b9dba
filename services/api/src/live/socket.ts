import { LIVE_CLOSE, type ClientFrame } from '@atelier/domain/live/contract.ts';
import { clientFrame } from '@atelier/contracts/live/schema.ts';
import { findSessionById, type FoundSession } from '@atelier/application/identity/sessions.queries.ts';
import { redeemTicket } from '@atelier/application/live/tickets.commands.ts';
import type { Socket } from 'node:net';
import type { RawData, WebSocket } from 'ws';
import type { ApiDeps } from '../http/deps.ts';
import { judge, nextChangeOf } from '../http/session-verdict.ts';
import { LiveConnection } from './connection.ts';
import type { LiveHub } from './hub.ts';
import { TaskQueue } from './task-queue.ts';

const HELLO_WITHIN_MS = 5_000;
const FRAMES_PER_WINDOW = 100;
const WINDOW_MS = 10_000;
const SCREENS_PER_SESSION = 50;
/** WebSocket's own codes: the frame breaks the rules; there are too many. */
const POLICY = 1008;
const TRY_LATER = 1013;

type Subscriptions = Exclude<ClientFrame, { type: 'hello' }>;
type Hello = Extract<ClientFrame, { type: 'hello' }>;

/** Speaks the live wire with one socket, from its first frame to its end. */
export class LiveSocket {
  readonly #socket: WebSocket;
  readonly #raw: Socket;
  readonly #deps: Pick<ApiDeps, 'db' | 'clock' | 'metrics' | 'log'>;
  readonly #hub: LiveHub;
  readonly #inbox = new TaskQueue();
  #helloTimer: NodeJS.Timeout | undefined;
  #connection: LiveConnection | undefined;
  #frames = 0;
  #windowEnds = 0;

  constructor(
    socket: WebSocket,
    raw: Socket,
    deps: Pick<ApiDeps, 'db' | 'clock' | 'metrics' | 'log'>,
    hub: LiveHub,
  ) {
    this.#socket = socket;
    this.#raw = raw;
    this.#deps = deps;
    this.#hub = hub;
  }

  /** From now on the socket's frames are read; without a hello it is closed soon. */
  start(): void {
    const socket = this.#socket;
    this.#helloTimer = setTimeout(() => this.#close(LIVE_CLOSE.badTicket), HELLO_WITHIN_MS);
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('pong', () => this.#answered());
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.#closed());
  }

  #receive(data: RawData, isBinary: boolean): void {
    const frame = isBinary || this.#isFlooding() ? undefined : readFrame(data);
    if (frame === undefined) return this.#close(POLICY);
    this.#inbox
      .run(() => (frame.type === 'hello' ? this.#hello(frame) : this.#subscriptions(frame)))
      .catch((error: unknown) => {
        this.#deps.log.warn(
          { err: error },
          'frame of a screen not handled, connection closed so that it reconnects',
        );
        this.#close(LIVE_CLOSE.restarting);
      });
  }

  async #hello(hello: Hello): Promise<void> {
    clearTimeout(this.#helloTimer);
    if (this.#connection !== undefined) return this.#close(POLICY);
    const now = this.#deps.clock.now();
    const sessionId = await redeemTicket(this.#deps.db, hello.ticket, now);
    const session = sessionId === undefined ? undefined : await this.#readSession(sessionId);
    const known = session === undefined ? undefined : judge(session, now);
    if (session === undefined || known?.state === 'unknown') return this.#close(LIVE_CLOSE.badTicket);
    if (known?.state !== 'ok') return this.#close(LIVE_CLOSE.revoked);
    if (this.#hub.screens.ofSession(session.sessionId).size >= SCREENS_PER_SESSION)
      return this.#close(TRY_LATER);
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#connection = new LiveConnection({
      socket: this.#socket,
      raw: this.#raw,
      principal: known.principal,
      endsAt: nextChangeOf(session, now).getTime(),
      resume: hello.cursor,
      onCut: (_connection, why) => this.#deps.metrics.liveCuts.inc({ why }),
    });
    this.#hub.admit(this.#connection);
  }

  /** Until a screen is admitted no change of rights reaches it: one that falls into the reading has it read again. */
  async #readSession(sessionId: string): Promise<FoundSession | undefined> {
    for (;;) {
      const before = this.#hub.rightsChanges;
      const session = await findSessionById(this.#deps.db, sessionId);
      if (before === this.#hub.rightsChanges) return session;
    }
  }

  async #subscriptions(frame: Subscriptions): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined) return this.#close(LIVE_CLOSE.badTicket);
    if (frame.type === 'unsubscribe') return this.#hub.unsubscribe(connection, frame.topics);
    await this.#hub.subscribe(connection, frame.topics);
  }

  #isFlooding(): boolean {
    const now = performance.now();
    if (now > this.#windowEnds) {
      this.#frames = 0;
      this.#windowEnds = now + WINDOW_MS;
    }
    this.#frames += 1;
    return this.#frames > FRAMES_PER_WINDOW;
  }

  #answered(): void {
    if (this.#connection !== undefined) this.#connection.answering = true;
  }

  #close(code: number): void {
    clearTimeout(this.#helloTimer);
    if (this.#connection !== undefined) return this.#connection.close(code);
    this.#socket.close(code);
    setTimeout(() => this.#socket.terminate(), HELLO_WITHIN_MS).unref();
  }

  #closed(): void {
    clearTimeout(this.#helloTimer);
    if (this.#connection !== undefined) this.#hub.leave(this.#connection);
  }
}

function readFrame(data: RawData): ClientFrame | undefined {
  try {
    return clientFrame.safeParse(JSON.parse(textOf(data))).data;
  } catch {
    return undefined;
  }
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return (Buffer.isBuffer(data) ? data : Buffer.from(data)).toString();
}
