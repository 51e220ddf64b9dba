import type { WebhookOff, WebhookOutcome } from '@atelier/domain/webhooks/contract.ts';
import type { WebhookRow } from '@atelier/domain/webhooks/endpoint.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { Generated } from 'kysely';
import type { StoredRow } from '../projections/stored-row.ts';

/** Rows of migrations/0046_webhooks.sql. */
export type WebhookTable = Omit<
  StoredRow<WebhookRow, 'off_at' | 'previous_until' | 'made_at'>,
  'scope_kind' | 'off_why'
> & { scope_kind: DataScope['kind']; off_why: WebhookOff | null };

export interface WebhookCursorTable {
  webhook_id: number;
  position: number;
  starts: number;
  jumps: number;
  wanted: number;
  holder: string | null;
  held_until: Date | null;
  failures: number;
  failing_since: Date | null;
  next_attempt_at: Date | null;
  last_outcome: WebhookOutcome | null;
  last_status: number | null;
  last_at: Date | null;
}

interface WebhookKeyTable {
  id: number;
  webhook_id: number;
  /** Sealed as it is written, opened as it is read. */
  secret_key: string;
  made_at: Generated<Date>;
}

interface WebhookDeliveryTable {
  id: Generated<number>;
  webhook_id: number;
  message_id: string;
  type: string;
  position: number | null;
  attempt: number;
  outcome: WebhookOutcome;
  status: number | null;
  ms: number;
  answer: string;
  at: Generated<Date>;
}

declare module '../platform/database.ts' {
  interface Database {
    webhook_row: WebhookTable;
    webhook_cursors: WebhookCursorTable;
    webhook_keys: WebhookKeyTable;
    webhook_deliveries: WebhookDeliveryTable;
  }
}
