/** How much of what one screen may send, and how often the server pings it. */
export const LIVE_LIMITS = {
  /** Of one `subscribe` or `unsubscribe`. */
  topicsPerFrame: 100,
  /** Of one screen at a time. */
  topicsPerScreen: 200,
  topicCharacters: 100,
  ticketCharacters: 200,
  heartbeatMs: 5_000,
} as const;

/**
 * Where a screen was when it was cut off. Every frame with a `position` moves it forward; what is replayed after a
 * `hello` with a cursor carries that cursor's own position until its last frame. The cursor is good for what is
 * subscribed to within ten seconds of the hello; what comes later starts from its own `subscribed`.
 */
export interface LiveCursor {
  epoch: string;
  position: number;
}

/** What a screen says. */
export type ClientFrame =
  | { type: 'hello'; ticket: string; cursor?: LiveCursor | undefined }
  | { type: 'subscribe'; topics: string[] }
  | { type: 'unsubscribe'; topics: string[] };

/** What a row can be. */
export const LIVE_ROW_KINDS = [
  'item',
  'shipment',
  'rma',
  'job',
  'export',
  'clearing-run',
  'nav',
  'webhook',
  'config',
  'change',
  'log',
  'import',
  'privacy',
  'erasure',
] as const;

/** A changed row as a screen holds it: `version` decides which of two is newer, never a clock. */
export interface LiveRow {
  kind: (typeof LIVE_ROW_KINDS)[number];
  id: number;
  version: number;
  [field: string]: unknown;
}

export interface LiveRemoved {
  kind: LiveRow['kind'];
  id: number;
  version: number;
}

/**
 * What the server sends. A row sent twice with the same version is sent because something it shows changed beside it
 * (a contact), or because the connection was cut while it was sent: the newer or equal version replaces what is held.
 */
export type ServerFrame =
  | { type: 'welcome'; epoch: string; position: number }
  | { type: 'subscribed'; topics: string[]; position: number }
  | { type: 'refused'; topic: string; code: string }
  | {
      type: 'change';
      topic: string;
      epoch: string;
      position: number;
      rows: LiveRow[];
      removed?: LiveRemoved[];
      counters?: Record<string, unknown> & { position: number };
    }
  | { type: 'resync'; topics: string[] }
  | { type: 'heartbeat'; position: number };

/** Close codes (design: live wire): what the screen does next hangs on them. */
export const LIVE_CLOSE = {
  badTicket: 4401,
  origin: 4403,
  slow: 4408,
  revoked: 4499,
  restarting: 1012,
} as const;
