import { textsIn } from '@atelier/api/live/testing-frames.ts';
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { WebSocket as ServerWebSocket } from 'ws';
import { runAs } from './actors.ts';
import type { Scheduler } from './scheduler.ts';

const OPEN = 1;
const CLOSED = 3;
/** What a client sees when a connection breaks without a word. */
const ABNORMAL = 1006;

interface Ends {
  readonly scheduler: Scheduler;
  readonly screen: string;
  readonly node: string;
}

/** One direction of a connection: what was sent arrives in order, one frame a step, or not at all after a cut. */
class Lane {
  readonly #ends: Ends;
  readonly #to: string;
  readonly #waiting: { readonly label: string; readonly arrive: () => void }[] = [];
  #isCut = false;

  constructor(ends: Ends, to: string) {
    this.#ends = ends;
    this.#to = to;
  }

  send(label: string, arrive: () => void): void {
    if (this.#isCut) return;
    this.#waiting.push({ label, arrive });
    if (this.#waiting.length === 1) this.#offer();
  }

  cut(): void {
    this.#isCut = true;
    this.#waiting.length = 0;
  }

  #offer(): void {
    const next = this.#waiting[0];
    if (next === undefined) return;
    this.#ends.scheduler.offer({
      actor: this.#to,
      label: next.label,
      run: () => {
        // A cut in the meantime took the frame away.
        if (this.#waiting[0] !== next) return;
        this.#waiting.shift();
        runAs(this.#ends.scheduler, this.#to, next.arrive);
        this.#offer();
      },
    });
  }
}

/** The server's end, as far as the live hub uses it. */
class ServerEnd extends EventEmitter {
  readonly OPEN = OPEN;
  readyState = OPEN;
  readonly #wire: Wire;

  constructor(wire: Wire) {
    super();
    this.#wire = wire;
  }

  ping(): void {
    // An open connection answers; a cut one says nothing.
    if (this.readyState === OPEN) this.emit('pong');
  }

  close(code: number): void {
    this.#wire.closedByServer(code);
  }

  terminate(): void {
    this.#wire.closedByServer(ABNORMAL);
  }
}

/** A browser's end, as far as the live client uses it. */
class ScreenEnd {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly #wire: Wire;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  send(frame: string): void {
    this.#wire.toServer(frame);
  }

  close(): void {
    this.#wire.closedByScreen();
  }
}

/** A connection between a screen and a node, whose every frame arrives when the scheduler says so. */
export class Wire {
  readonly server: ServerEnd;
  readonly client: ScreenEnd;
  readonly node: string;
  readonly #up: Lane;
  readonly #down: Lane;
  readonly #ends: Ends;
  #isOver = false;
  /** Called with every frame after the screen has taken it. */
  onArrived: (frame: string) => void = () => undefined;

  constructor(ends: Ends) {
    this.#ends = ends;
    this.node = ends.node;
    this.server = new ServerEnd(this);
    this.client = new ScreenEnd(this);
    this.#up = new Lane(ends, ends.node);
    this.#down = new Lane(ends, ends.screen);
    this.#down.send('connected', () => {
      this.client.readyState = OPEN;
      this.client.onopen?.();
    });
  }

  /** What the hub's socket class takes; only these members are ever used. */
  get socket(): ServerWebSocket {
    return this.server as unknown as ServerWebSocket;
  }

  /** The connection below it: what is written at once may still be cut between any two frames. */
  get raw(): Socket {
    const write = (bytes: Buffer): void => textsIn(bytes).forEach((frame) => this.toScreen(frame));
    return { writableLength: 0, write } as unknown as Socket;
  }

  toServer(frame: string): void {
    this.#up.send(`⇒ ${typeOf(frame)}`, () => this.server.emit('message', Buffer.from(frame), false));
  }

  toScreen(frame: string): void {
    this.#down.send(`⇐ ${typeOf(frame)}`, () => {
      // The client releases a socket it has left.
      if (this.client.onmessage === null) return;
      this.client.onmessage({ data: frame });
      this.onArrived(frame);
    });
  }

  /** Breaks without a word: what was under way is gone, and each end notices in its own time. */
  cut(): void {
    if (this.#isOver) return;
    this.#end();
    const { scheduler, screen, node } = this.#ends;
    scheduler.offer({
      actor: screen,
      label: 'cut',
      run: () => runAs(scheduler, screen, () => this.#closeScreen(ABNORMAL)),
    });
    scheduler.offer({
      actor: node,
      label: 'cut',
      run: () => runAs(scheduler, node, () => this.#closeServer()),
    });
  }

  closedByServer(code: number): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.server.readyState = CLOSED;
    this.#up.cut();
    // Frames sent before the close still arrive, then the close itself.
    this.#down.send(`⇐ close ${code}`, () => this.#closeScreen(code));
    const { scheduler, node } = this.#ends;
    scheduler.offer({
      actor: node,
      label: 'closed',
      run: () => runAs(scheduler, node, () => this.#closeServer()),
    });
  }

  closedByScreen(): void {
    if (this.#isOver) return;
    this.#end();
    this.client.readyState = CLOSED;
    const { scheduler, node } = this.#ends;
    scheduler.offer({
      actor: node,
      label: 'closed',
      run: () => runAs(scheduler, node, () => this.#closeServer()),
    });
  }

  #end(): void {
    this.#isOver = true;
    this.#up.cut();
    this.#down.cut();
  }

  #closeScreen(code: number): void {
    this.client.readyState = CLOSED;
    this.client.onclose?.({ code });
  }

  #closeServer(): void {
    this.server.readyState = CLOSED;
    this.server.emit('close');
  }
}

function typeOf(frame: string): string {
  return /"type":"(\w+)"/.exec(frame)?.[1] ?? '?';
}
