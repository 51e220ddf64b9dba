import {
  logTypesOf,
  LOG_TYPES,
  payloadOf,
  subjectOf,
  type WebhookPayload,
} from '@atelier/domain/webhooks/catalogue.ts';
import type { NotSentAgain } from '@atelier/domain/webhooks/contract.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { ArchivedHistory } from '@atelier/transparency-log/archive/archived-history.ts';
import type { EventStore, LogEvent } from '@atelier/event-store/types.ts';
import type { AppDb } from '../platform/database.ts';
import { isInSight, keyIdsOf, oldKeyInForce } from './sending.queries.ts';

/** An endpoint as far as one delivery to it is concerned. */
export interface ResendTarget {
  readonly id: number;
  readonly url: string;
  readonly keyIds: readonly number[];
  readonly types: readonly string[];
  readonly scope: DataScope;
  readonly isOff: boolean;
}

export async function findResendTarget(db: AppDb, webhookId: number): Promise<ResendTarget | undefined> {
  const row = await db
    .selectFrom('webhook_row')
    .selectAll()
    .select(oldKeyInForce.as('old_key'))
    .where('id', '=', webhookId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, url, types, key_id: key, scope_kind: kind, site_id: siteId, off_why: off } = row;
  const scope: DataScope = kind === 'all' || kind === 'none' ? { kind } : { kind, siteId: siteId ?? 0 };
  return { id, url, keyIds: keyIdsOf(key, row.old_key), types, scope, isOff: off !== null };
}

/** The place in the log of one attempt; null of a test delivery, undefined where this endpoint has no such attempt. */
export async function positionOfDelivery(
  db: AppDb,
  webhookId: number,
  deliveryId: number,
): Promise<number | null | undefined> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('position')
    .where('webhook_id', '=', webhookId)
    .where('id', '=', deliveryId)
    .executeTakeFirst();
  return row?.position;
}

/** What would be sent again. Without a payload nothing of it may be shown either. */
export interface Resend {
  readonly eventId: string | null;
  readonly payload: WebhookPayload | null;
  /** Null when it may be sent. */
  readonly why: NotSentAgain | null;
}

const nothing = (why: NotSentAgain): Resend => ({ eventId: null, payload: null, why });

/** The delivery of the event at a position, by what the endpoint may get now: its site, its events, and whether it is on. */
export async function findResend(
  db: AppDb,
  store: Pick<EventStore, 'readLog' | 'epoch'>,
  target: Pick<ResendTarget, 'scope' | 'types' | 'isOff'>,
  position: number,
): Promise<Resend> {
  const event = await eventAt(store, position);
  if (event === 'archived') return nothing('history_archived');
  const [payload, subject] = [event && payloadOf(event), event && subjectOf(event.streamId)];
  if (event === undefined || payload === undefined || subject === undefined) return nothing('event_gone');
  if (!(await isInSight(db, target.scope, subject))) return nothing('out_of_sight');
  const why = !logTypesOf(target.types).includes(event.type)
    ? 'not_wanted'
    : target.isOff
      ? 'webhook_off'
      : null;
  return { eventId: event.eventId, payload, why };
}

async function eventAt(
  store: Pick<EventStore, 'readLog' | 'epoch'>,
  position: number,
): Promise<LogEvent | 'archived' | undefined> {
  const after = { epoch: store.epoch(), position: position - 1 };
  try {
    const { events } = await store.readLog({ after, limit: 1, types: LOG_TYPES });
    return events.find((event) => event.position === position);
  } catch (error) {
    if (error instanceof ArchivedHistory) return 'archived';
    throw error;
  }
}
