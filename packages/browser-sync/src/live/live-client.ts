import {
  LIVE_CLOSE,
  LIVE_LIMITS,
  type ClientFrame,
  type ServerFrame,
} from '@atelier/domain/live/contract.ts';
import { FreshnessState, type Freshness } from './freshness.ts';
import { type LiveChange, KeyedStore } from './keyed-store.ts';
import { PaintBuffer } from './paint-buffer.ts';
import type { LiveOptions } from './live-options.ts';
import { readFrame, type Received } from './read-frame.ts';
import { retryDelay, silenceLimitMs } from './reconnect.ts';
import { Subscriptions } from './subscriptions.ts';
import { Throttle } from './throttle.ts';
import { browserTimers, type Timers } from './timers.ts';

const { topicsPerFrame: TOPICS_PER_FRAME } = LIVE_LIMITS;
/** How often malformed frames may have everything read again. */
const REREAD_EVERY_MS = 10_000;

/**
 * One WebSocket for the whole screen (docs/live-protocol.md). After a cut it comes back with jitter, resumes from
 * (epoch, position), or reads again.
 */
export class LiveClient {
  readonly store = new KeyedStore();
  readonly #options: LiveOptions;
  readonly #subscriptions = new Subscriptions();
  #cursor: { epoch: string; position: number } | null = null;
  #socket: WebSocket | null = null;
  #attempt = 0;
  readonly #timers: Timers;
  #cancelRetry: (() => void) | undefined;
  #stopWatchdog: (() => void) | undefined;
  readonly #freshness = new FreshnessState();
  readonly #buffer: PaintBuffer<LiveChange>;
  readonly #rereading: Throttle;
  #running = false;
  /** The try under way: one at a time, and none of the account before. */
  #trying: symbol | null = null;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#timers = options.timers ?? browserTimers;
    this.#rereading = new Throttle({
      run: () => this.#resync(this.#subscriptions.confirmed),
      everyMs: REREAD_EVERY_MS,
      timers: this.#timers,
      now: options.now,
    });
    this.#buffer = new PaintBuffer((changes) => this.#handOver(changes), options.schedule);
  }

  get freshness(): Freshness {
    return this.#freshness.current;
  }

  get cursor() {
    return this.#cursor;
  }

  /** Why a topic was refused, if it was. */
  refusal(topic: string): string | undefined {
    return this.#subscriptions.refusal(topic);
  }

  /** Topics that the server keeps this screen informed of. */
  get topics(): readonly string[] {
    return this.#subscriptions.confirmed;
  }

  onFreshness(listener: () => void): () => void {
    return this.#freshness.listen(listener);
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#stopWatchdog = this.#timers.every(1000, () => this.#checkSilence());
    void this.#connect();
  }

  /** Ends the connection and forgets what the server said; topics stay with their subscribers. */
  stop(): void {
    this.#running = false;
    this.#trying = null;
    this.#cancelRetry?.();
    this.#rereading.drop();
    this.#stopWatchdog?.();
    this.#leave();
    this.#buffer.drop();
    this.#cursor = null;
    this.#subscriptions.forget();
    this.store.distrust();
    this.#freshness.reset();
  }

  /** Listens to topics until the returned function is called. */
  subscribe(topics: readonly string[]): () => void {
    this.#sendTopics('subscribe', this.#subscriptions.add(topics));
    let done = false;
    return () => {
      if (!done) this.#sendTopics('unsubscribe', this.#subscriptions.release(topics));
      done = true;
    };
  }

  #sendTopics(type: 'subscribe' | 'unsubscribe', topics: readonly string[]): void {
    for (let from = 0; from < topics.length; from += TOPICS_PER_FRAME)
      this.#send({ type, topics: topics.slice(from, from + TOPICS_PER_FRAME) });
  }

  /** The network came back or the window is in sight again: no need to wait for the timer. */
  hurry(): void {
    if (!this.#running || this.#socket || this.freshness.state === 'refused') return;
    this.#cancelRetry?.();
    void this.#connect();
  }

  /** The browser says that the network is gone: known at once, not after the silence of three heartbeats. */
  cut(): void {
    if (!this.#socket) return;
    this.#leave();
    this.#retry(0);
  }

  async #connect(): Promise<void> {
    if (this.#socket || this.#trying) return;
    const current = Symbol('try');
    this.#trying = current;
    this.#freshness.become({
      state: this.#attempt === 0 && !this.#cursor ? 'idle' : 'catching-up',
    });
    let ticket: string;
    try {
      ticket = await this.#options.ticket();
    } catch {
      return this.#trying === current ? this.#retry(0) : undefined;
    }
    if (this.#trying !== current) return;
    this.#trying = null;
    const socket = this.#options.socket();
    this.#socket = socket;
    this.#subscriptions.connect();
    socket.onopen = () =>
      this.#send({ type: 'hello', ticket, ...(this.#cursor && { cursor: this.#cursor }) });
    socket.onmessage = (event: MessageEvent<unknown>) => this.#receive(readFrame(event.data));
    socket.onclose = (event) => this.#closed(socket, event.code);
    this.#touch();
  }

  #send(frame: ClientFrame): void {
    // Before `welcome` only the hello goes out; all topics follow it at once.
    const ready = this.freshness.state === 'live' || frame.type === 'hello';
    if (!ready || this.#socket?.readyState !== 1) return;
    this.#socket.send(JSON.stringify(frame));
    if (frame.type === 'subscribe') this.#subscriptions.sent(frame.topics);
  }

  #receive(received: Received): void {
    this.#touch();
    switch (received.kind) {
      case 'frame':
        return this.#take(received.frame);
      case 'unknown':
        return console.warn('live frame of an unknown type ignored', { type: received.type });
      case 'malformed':
        console.warn('live frame malformed, reading everything again');
        // What it said is unknown.
        return this.#rereading.ask();
      default:
        return received satisfies never;
    }
  }

  #take(frame: ServerFrame): void {
    switch (frame.type) {
      case 'welcome':
        return this.#welcome(frame);
      case 'change': {
        const { topic, epoch, position, rows, removed = [], counters } = frame;
        this.#advance(position, epoch);
        return this.#buffer.push({ topic, position, rows, removed, counters });
      }
      case 'resync':
        // What is not confirmed yet is read when it is.
        return this.#resync(frame.topics.filter((topic) => this.#subscriptions.isConfirmed(topic)));
      case 'refused':
        return this.#subscriptions.refuse(frame.topic, frame.code);
      case 'subscribed':
        return this.#subscribed(frame.topics, frame.position);
      case 'heartbeat':
        return this.#advance(frame.position);
      default:
        return frame satisfies never;
    }
  }

  #welcome(frame: { epoch: string; position: number }): void {
    const before = this.#cursor;
    this.#attempt = 0;
    this.#freshness.become({ state: 'live', contactAt: this.#options.now(), offlineSince: null });
    const topics = this.#subscriptions.welcome(before !== null);
    this.#sendTopics('subscribe', topics);
    // Another epoch is another history (a restored backup): nothing held can be trusted, whatever the server replays.
    if (before && before.epoch !== frame.epoch) {
      this.#forgetRows();
      this.#resync(topics);
    }
    // A first connection starts here; a resumed one keeps its position until the replay has moved it.
    if (!before || before.epoch !== frame.epoch)
      this.#cursor = { epoch: frame.epoch, position: frame.position };
  }

  #subscribed(topics: readonly string[], position: number): void {
    // The position of the last answer to a return may lie beyond a replay that follows it.
    const wasReturning = this.#subscriptions.isReturning;
    const fresh = this.#subscriptions.confirm(topics);
    if (!wasReturning) this.#advance(position);
    this.#resync(fresh);
  }

  /** Takes the position without comparing it: the server sends one only after all before it, and a lower one means that the log was restored. */
  #advance(position: number, epoch?: string): void {
    if (!this.#cursor) return;
    if (epoch !== undefined && epoch !== this.#cursor.epoch) this.#forgetRows();
    if (this.#subscriptions.isReturning) return;
    this.#cursor = { epoch: epoch ?? this.#cursor.epoch, position };
  }

  /** Another history begins its versions again: what is held would refuse them. */
  #forgetRows(): void {
    this.#buffer.drain();
    this.store.distrust();
  }

  #resync(topics: readonly string[]): void {
    if (topics.length === 0) return;
    this.#buffer.drain();
    for (const topic of topics) this.store.forgetTopic(topic);
    this.#options.onResync(topics);
  }

  #handOver(changes: readonly LiveChange[]): void {
    const applied = changes.map((change) => this.store.apply(change));
    const isNews = ({ rows, removed, counters }: LiveChange) => rows.length + removed.length > 0 || counters;
    this.#options.onChanges(applied.filter(isNews));
  }

  #closed(socket: WebSocket, code: number): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    if (code === LIVE_CLOSE.revoked) {
      this.stop();
      return this.#options.onRevoked();
    }
    if (code === LIVE_CLOSE.restarting) this.#options.onSetAside?.();
    if (code === LIVE_CLOSE.origin) return this.#freshness.become({ state: 'refused' });
    return this.#retry(code);
  }

  #retry(code: number): void {
    this.#trying = null;
    if (!this.#running) return;
    this.#freshness.become({
      state: 'offline',
      offlineSince: this.freshness.offlineSince ?? this.#options.now(),
    });
    this.#cancelRetry = this.#timers.after(
      retryDelay(code, this.#attempt, this.#options.random),
      () => void this.#connect(),
    );
    this.#attempt += 1;
  }

  /** A socket may be dead without a close (a pulled cable): three heartbeats of silence end it. */
  #checkSilence(): void {
    if (!this.#socket || this.#options.now() - this.freshness.contactAt < silenceLimitMs) return;
    this.#leave();
    this.#retry(0);
  }

  #leave(): void {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = null;
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
  }

  #touch(): void {
    this.#freshness.touch(this.#options.now());
  }
}
