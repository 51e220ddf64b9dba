import type { Schedule } from './paint-buffer.ts';
import type { LiveChange } from './keyed-store.ts';
import type { Timers } from './timers.ts';

export interface LiveOptions {
  /** A one-time ticket by `POST /api/live/ticket`; rejects when there is no session or no server. */
  ticket: () => Promise<string>;
  socket: () => WebSocket;
  now: () => number;
  random: () => number;
  /** 4499: the session was revoked; it ends as after a 499. */
  onRevoked: () => void;
  /** Closed to come back at once: a node restarts, or what this session may do has changed. */
  onSetAside?: () => void;
  /** Changes of one frame, stale rows already dropped. */
  onChanges: (changes: readonly LiveChange[]) => void;
  /** These topics must be read again from the start. */
  onResync: (topics: readonly string[]) => void;
  /** The browser's own unless a test chooses the order of events. */
  timers?: Timers;
  /** When gathered changes are handed over; with the next paint unless given. */
  schedule?: Schedule;
}
