import { Agent, request } from 'node:http';
import { WebSocket } from 'ws';
import type { Arrival, Held, ScreenSpec } from './messages.ts';

/** One frame of so many is decoded for its rows' ages: decoding all would cost the clients more than receiving. */
const DECODE_EVERY = 16;
const RETRY_MS = 500;
const ROW = Buffer.from('{"kind":"item"');
const HEAD_BYTES = 256;
const SENT_AT = /"at":(\d+)/;
const POSITION = /"epoch":"([^"]+)","position":(\d+)/;

/** What all screens of this process have received. */
export class Tally {
  frames = 0;
  bytes = 0;
  rows = 0;
  rowBytes = 0;
  resyncs = 0;
  closes: Record<string, number> = {};
  arrivals: Arrival[] = [];
  bareDelays: number[] = [];
  #frames = 0;

  count(data: Buffer): void {
    this.frames += 1;
    this.bytes += data.length;
    let rows = 0;
    for (let at = data.indexOf(ROW); at >= 0; at = data.indexOf(ROW, at + 1)) rows += 1;
    this.rows += rows;
    if (rows > 0) this.rowBytes += data.length;
  }

  isSampled(): boolean {
    this.#frames += 1;
    return this.#frames % DECODE_EVERY === 0;
  }

  restart(): void {
    Object.assign(this, {
      frames: 0,
      bytes: 0,
      rows: 0,
      rowBytes: 0,
      resyncs: 0,
      closes: {},
      arrivals: [],
      bareDelays: [],
    });
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** A screen as docs/live-protocol.md has it, with as little work per frame as possible: thousands share a core. */
export class ClientScreen {
  readonly spec: ScreenSpec;
  readonly #tally: Tally;
  readonly #held = new Map<number, number>();
  #socket: WebSocket | undefined;
  #cursor: { readonly epoch: string; readonly position: number } | undefined;
  #resynced = false;
  #subscribed: (() => void) | undefined;
  #isLeaving = false;

  constructor(spec: ScreenSpec, tally: Tally) {
    this.spec = spec;
    this.#tally = tally;
  }

  get held(): Held {
    return { topic: this.spec.topics[0] ?? '', resynced: this.#resynced, rows: [...this.#held] };
  }

  /** Resolves when it is subscribed. Rejects when the connection ends before. */
  async open(): Promise<void> {
    const ticket = this.spec.kind === 'live' ? await ticketFor(this.spec) : '';
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const headers = { 'x-forwarded-for': this.spec.address };
    const socket = new WebSocket(`${this.spec.url.replace('http', 'ws')}/api/live`, {
      headers,
      perMessageDeflate: false,
      skipUTF8Validation: true,
    });
    this.#socket = socket;
    this.#isLeaving = false;
    this.#subscribed = resolve;
    socket.on('open', () => this.#begin(socket, ticket));
    socket.on('message', (data: Buffer) => this.#take(data));
    socket.on('error', reject);
    socket.on('close', (code) => {
      reject(new Error(`closed with ${code}`));
      this.#ended(code);
    });
    await promise;
    if (this.spec.isSlow) socket.pause();
  }

  /** As often as it takes; answers how many attempts failed. */
  async openPatiently(): Promise<number> {
    for (let failed = 0; ; failed += 1) {
      try {
        await this.open();
        return failed;
      } catch (error) {
        if (failed > 60) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS * Math.random()));
      }
    }
  }

  cut(): void {
    this.#isLeaving = true;
    this.#socket?.terminate();
  }

  #begin(socket: WebSocket, ticket: string): void {
    const { kind, topics } = this.spec;
    const cursor = this.#cursor && { cursor: this.#cursor };
    if (kind === 'live') socket.send(JSON.stringify({ type: 'hello', ticket, ...cursor }));
    socket.send(JSON.stringify({ type: 'subscribe', topics }));
  }

  #take(data: Buffer): void {
    // Every frame begins with its type: {"type":"change", …
    switch (data.toString('latin1', 9, 12)) {
      case 'cha':
        return this.#change(data);
      case 'wel':
        return this.#move(data);
      case 'sub':
        return this.#subscribed?.();
      case 'res':
        this.#resynced = true;
        this.#tally.resyncs += 1;
        return undefined;
      case 'ref':
        return this.cut();
      default:
        return undefined;
    }
  }

  #change(data: Buffer): void {
    const tally = this.#tally;
    tally.count(data);
    const isSampled = tally.isSampled();
    if (this.spec.kind === 'bare') {
      if (isSampled)
        tally.bareDelays.push(Date.now() - Number(SENT_AT.exec(data.toString('latin1', 0, HEAD_BYTES))?.[1]));
      return;
    }
    this.#move(data);
    if (!this.spec.isChecked && !isSampled) return;
    const { rows }: { rows: { kind: string; id: number; version: number }[] } = JSON.parse(data.toString());
    const at = Date.now();
    for (const { kind, id, version } of rows) {
      if (kind !== 'item') continue;
      if (isSampled) tally.arrivals.push([id, version, at]);
      if (this.spec.isChecked) this.#held.set(id, Math.max(version, this.#held.get(id) ?? 0));
    }
  }

  #move(data: Buffer): void {
    const [, epoch, position] = POSITION.exec(data.toString('latin1', 0, HEAD_BYTES)) ?? [];
    if (epoch !== undefined) this.#cursor = { epoch, position: Number(position) };
  }

  #ended(code: number): void {
    if (this.#isLeaving) return;
    const { closes } = this.#tally;
    closes[code] = (closes[code] ?? 0) + 1;
  }
}

function ticketFor({ url, token, address }: ScreenSpec): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', agent, headers };
    const call = request(`${url}/api/live/ticket`, options, (response) => {
      response.toArray().then((chunks) => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(JSON.parse(text).data.ticket);
        else reject(new Error(`no ticket: ${response.statusCode} ${text}`));
      }, reject);
    });
    call.on('error', reject);
    call.end();
  });
}
