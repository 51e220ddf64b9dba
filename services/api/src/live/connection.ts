import type { Socket } from 'node:net';
import { LIVE_CLOSE } from '@atelier/domain/live/contract.ts';
import { scopeOf, type Principal } from '@atelier/domain/identity/principal.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { Audience } from '@atelier/application/repair-detail/item-view.queries.ts';
import type { LogCursor } from '@atelier/event-store/log-requests.ts';
import type { WebSocket } from 'ws';
import { audienceOf } from '../http/viewers.ts';
import { joined, type Frame } from './frames.ts';
import { NODE_TIMERS, type Timers } from './timers.ts';

/** What a screen may leave unread before it is cut (product/live.md §4). */
export const MAX_BACKLOG_BYTES = 1024 * 1024;
/** A cut screen that does not even read its close code is dropped. */
const CLOSE_PATIENCE_MS = 2_000;
const RESUME_WITHIN_MS = 10_000;
const OPEN = 1;

export type Resume = LogCursor;

/** A place among a screen's frames where others are still to come; what is sent after it waits. */
export interface Gap {
  frames: readonly Frame[] | undefined;
}

/** One screen: who reads it, what it subscribes to, and a socket that may be slow or gone at any moment. */
export class LiveConnection {
  readonly principal: Principal;
  readonly scope: DataScope;
  readonly audience: Audience;
  /** Screens of the same variant get the very same bytes. */
  readonly variant: string;
  readonly topics = new Set<string>();
  /** Server time at which its session expires, as far as is known. */
  endsAt: number;
  /** It may hold rows from before a cut: what it subscribes to is replayed to it, or it reads again. */
  readonly cameBack: boolean;
  #resume: Resume | undefined;
  readonly #resumeUntil: number;
  /** Came back and has subscribed to nothing yet: it may resume from its cursor only. */
  isBehind: boolean;
  /** False once a ping went unanswered. */
  answering = true;

  readonly #socket: WebSocket;
  readonly #raw: Socket;
  readonly #timers: Timers;
  readonly #onCut: (connection: LiveConnection, why: 'slow') => void;
  /** Begins with a gap, while there is one. */
  #held: (Frame | Gap)[] = [];
  #heldBytes = 0;

  constructor(options: {
    readonly socket: WebSocket;
    readonly raw: Socket;
    readonly principal: Principal;
    readonly endsAt: number;
    readonly resume: Resume | undefined;
    readonly onCut: (connection: LiveConnection, why: 'slow') => void;
    readonly timers?: Timers;
  }) {
    this.principal = options.principal;
    this.scope = scopeOf(options.principal);
    this.audience = audienceOf(options.principal);
    const where = 'siteId' in this.scope ? String(this.scope.siteId) : '';
    this.variant = `${this.audience}/${this.scope.kind}/${where}`;
    this.endsAt = options.endsAt;
    this.#resume = options.resume;
    this.cameBack = options.resume !== undefined;
    this.isBehind = this.cameBack;
    this.#socket = options.socket;
    this.#raw = options.raw;
    this.#timers = options.timers ?? NODE_TIMERS;
    this.#resumeUntil = this.#timers.now() + RESUME_WITHIN_MS;
    this.#onCut = options.onCut;
  }

  /** Where it was cut off: good for what it subscribes to right after its hello. */
  get resume(): Resume | undefined {
    return this.#timers.now() < this.#resumeUntil ? this.#resume : undefined;
  }

  /** Batches of this history up to here it has had, from another node; 0 when none. */
  seenIn(epoch: string): number {
    return this.#resume?.epoch === epoch ? this.#resume.position : 0;
  }

  /** What it had seen is of another history. */
  forgetResume(): void {
    this.#resume = undefined;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === OPEN;
  }

  get isHolding(): boolean {
    return this.#held.length > 0;
  }

  /** Frames that are sent from now on wait until this gap is filled. */
  hold(): Gap {
    const gap = { frames: undefined };
    this.#held.push(gap);
    return gap;
  }

  /** Sends the frames of a gap, then everything that waited for them, in one piece. */
  fill(gap: Gap, frames: readonly Frame[]): void {
    gap.frames = frames;
    const open = this.#held.findIndex((each) => 'frames' in each && each.frames === undefined);
    const ready = this.#held.splice(0, open === -1 ? this.#held.length : open);
    const all = ready.flatMap((each) => ('frames' in each ? (each.frames ?? []) : [each]));
    this.#heldBytes = this.#held.reduce((sum, each) => sum + ('frames' in each ? 0 : each.length), 0);
    if (all.length > 0) this.#write(joined(all));
  }

  /** Sends frames, or keeps them behind a gap. */
  send(frame: Frame): void {
    if (!this.isHolding) return this.#write(frame);
    this.#heldBytes += frame.length;
    this.#held.push(frame);
    if (this.#heldBytes > MAX_BACKLOG_BYTES) this.#cut();
  }

  /** Answers to the screen's own frames are sent before what waits. */
  answer(frame: Frame): void {
    this.#write(frame);
  }

  ping(): void {
    if (this.isOpen) this.#socket.ping();
  }

  close(code: number, reason = ''): void {
    if (this.isOpen) this.#socket.close(code, reason);
    this.#timers.after(CLOSE_PATIENCE_MS, () => this.#socket.terminate());
  }

  terminate(): void {
    this.#socket.terminate();
  }

  /**
   * Past `ws`, which would make a header for every screen and write it apart: the frame has its header already. `ws` keeps
   * nothing back while it compresses nothing, so its own frames (pings, closes) stay in order with these.
   */
  #write(frame: Frame): void {
    if (!this.isOpen) return;
    if (this.#raw.writableLength > MAX_BACKLOG_BYTES) return this.#cut();
    this.#raw.write(frame);
  }

  #cut(): void {
    this.#held = [];
    this.close(LIVE_CLOSE.slow);
    this.#onCut(this, 'slow');
  }
}
