import { GIVE_UP_AFTER_MS, retryPauseMs } from '@atelier/domain/webhooks/retries.ts';

/** How deliveries are sent, and how long things may take. Times in milliseconds. */
export interface WebhookSettings {
  /** Whether this machine's own addresses may be sent to, by http too: for the demo and tests. */
  readonly toLoopback: boolean;
  /** One attempt: name, connection and answer together. */
  readonly timeoutMs: number;
  /** Lease of an endpoint. Another run takes over after it; an attempt begins early enough to end within it. */
  readonly holdMs: number;
  /** Deliveries to one endpoint before others have their turn. */
  readonly atOnce: number;
  /** Until the next attempt (docs/product/webhooks.md §4). */
  readonly pauseMs: (failures: number, random: number, askedMs: number | null) => number;
  readonly giveUpAfterMs: number;
  /** What is put back within so long is one job: workers side by side add it once. */
  readonly slotMs: number;
}

export const webhookSettings = (toLoopback: boolean): WebhookSettings => ({
  toLoopback,
  timeoutMs: 15_000,
  holdMs: 25_000,
  atOnce: 50,
  pauseMs: retryPauseMs,
  giveUpAfterMs: GIVE_UP_AFTER_MS,
  slotMs: 20_000,
});
