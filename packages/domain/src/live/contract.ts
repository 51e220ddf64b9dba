import { z } from 'zod';
import { envelope } from '../contract/envelope.ts';

/** `POST /api/live/ticket`: good once, for 30 s, for the first frame of one connection. */
export const ticketAnswer = envelope(z.object({ ticket: z.string() }));

/**
 * Where a screen was when it was cut off. Every frame with a `position` moves it forward; what is replayed after a
 * `hello` with a cursor carries that cursor's own position until its last frame. The cursor is good for what is
 * subscribed to within ten seconds of the hello; what comes later starts from its own `subscribed`.
 */
export const cursor = z.object({ epoch: z.string(), position: z.number().int().min(0) });

export const clientFrame = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello'), ticket: z.string().max(200), cursor: cursor.optional() }),
  z.strictObject({ type: z.literal('subscribe'), topics: z.array(z.string().max(100)).min(1).max(100) }),
  z.strictObject({ type: z.literal('unsubscribe'), topics: z.array(z.string().max(100)).min(1).max(100) }),
]);
export type ClientFrame = z.infer<typeof clientFrame>;

/** A changed row as a screen holds it: `version` decides which of two is newer, never a clock. */
export interface LiveRow {
  kind:
    | 'item'
    | 'shipment'
    | 'rma'
    | 'job'
    | 'export'
    | 'clearing-run'
    | 'nav'
    | 'config'
    | 'change'
    | 'import';
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
 * What the server says. A row told twice with the same version is told because something it shows changed beside it
 * (a contact), or because a cut fell into the telling: the newer or equal version replaces what is held.
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
