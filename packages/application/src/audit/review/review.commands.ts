import { acceptStreams, reject } from '@atelier/domain/decider.ts';
import { unusualReviewStream, type ReviewState } from '@atelier/domain/audit/review/events.ts';
import { reviewUnusual } from '@atelier/domain/audit/review/review.ts';
import { packageWordsRef } from '@atelier/domain/shipping/decide.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';
import { unusualReviewAggregate } from '../../aggregates.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../../commands/run-command.ts';
import { type Database, inScope } from '../../platform/database.ts';
import { unusualAt } from '../unusual.queries.ts';
import type { Kysely } from 'kysely';

export interface AskedState {
  readonly position: number;
  readonly state: ReviewState;
  readonly note: string | null;
}

/** `POST /audit/unusual/review`: says how far an unusual event is reviewed. `not_found` for an event that no rule names. */
export async function reviewUnusualEvent(
  services: CommandServices,
  caller: Caller,
  { position, state, note }: AskedState,
): Promise<CommandOutcome> {
  const wordsRef = await inScope(services.db, { kind: 'all' }, async (trx) => {
    const event = await unusualAt(trx, services.store, position);
    return event && (await wordsRefOf(trx, event));
  });
  if (wordsRef === undefined) return reject('not_found');
  const streamId = unusualReviewStream(position);
  return runCommand(services, caller, {
    streams: [streamId],
    decide: (states, { now, actor: { userId, workerId } }) => {
      const known = states.of(unusualReviewAggregate, position);
      const asked = { eventPosition: position, state, note, wordsRef };
      const decision = reviewUnusual(asked, known, { now, by: { userId, workerId } });
      return decision.ok ? acceptStreams([{ streamId, events: decision.events }]) : decision;
    },
  });
}

/** A note may name the person whom the event is about: it is sealed with what else is kept of them, and goes with them. */
async function wordsRefOf(trx: Kysely<Database>, { streamId, data, position }: StoredEvent): Promise<string> {
  if ('customerRef' in data && typeof data.customerRef === 'string') return data.customerRef;
  const [, kind = '', digits = ''] = /^(item|rma|message|shipment|nav)-(\d+)$/.exec(streamId) ?? [];
  const id = Number(digits);
  if (kind === 'shipment' || kind === 'nav') return packageWordsRef(id);
  const customer = kind === '' ? undefined : await customerOf(trx, kind, id);
  return customer ?? unusualReviewStream(position);
}

async function customerOf(trx: Kysely<Database>, kind: string, id: number): Promise<string | undefined> {
  const rmas = trx.selectFrom('rma_row').select('customer_ref');
  const found =
    kind === 'rma'
      ? rmas.where('id', '=', id)
      : rmas.where('id', 'in', (where) =>
          where
            .selectFrom(kind === 'item' ? 'item_row' : 'message_row')
            .select('rma_id')
            .where('id', '=', id),
        );
  return (await found.executeTakeFirst())?.customer_ref;
}
