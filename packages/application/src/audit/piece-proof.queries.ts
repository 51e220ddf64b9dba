import { customerProgress, stepsAfter } from '@atelier/domain/repair/customer-progress.ts';
import { itemStream } from '@atelier/domain/kernel.ts';
import type { CustomerStep } from '@atelier/domain/shared/status.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { proveLeaves, type LeafProof } from '@atelier/transparency-log/proof/stream-proof.ts';
import { isOneOf } from '@atelier/event-store/projections/projection.ts';
import type { EventStore, StoredEvent } from '@atelier/event-store/types.ts';
import type { ItemDeposited } from '@atelier/domain/repair/item/deposit-events.ts';
import type { ItemStatusChanged } from '@atelier/domain/repair/item/events.ts';
import type { Kysely } from 'kysely';
import { queryable, type Database } from '../platform/database.ts';

/** A step of the customer's page and the event that reached it. */
export interface Milestone {
  readonly progress: CustomerStep;
  /** As the customer's page says it; an event that came late is recorded later. */
  readonly at: string;
  readonly event: StoredEvent;
}

const isMove = isOneOf<ItemDeposited | ItemStatusChanged>(['ItemDeposited', 'ItemStatusChanged']);

/** What the customer's page would show of these events of a piece, newest first. */
export function milestonesOf(events: readonly StoredEvent[]): readonly Milestone[] {
  return events.reduce<readonly Milestone[]>((before, event) => {
    if (!isMove(event)) return before;
    if (event.type === 'ItemDeposited') return [{ progress: 1, at: event.data.createdAt, event }];
    const { progress } = customerProgress(event.data.to);
    return stepsAfter(before, { progress, at: event.data.at, event });
  }, []);
}

const MAC_LENGTH = 22;
const TOKEN = /^([0-9a-z]{1,10})-([\w-]{22})$/;
const ID_BASE = 36;

/**
 * The way to the proof of one piece: its id, and a value that can be made only from the unguessable reference of its deposit.
 * It leads to nothing else: the reference cannot be made from it, and each piece has its own (decisions/0166).
 */
export function proofToken(publicReference: string, itemId: number): string {
  const mac = createHmac('sha256', publicReference).update(`proof of ${itemStream(itemId)}`);
  return `${itemId.toString(ID_BASE)}-${mac.digest('base64url').slice(0, MAC_LENGTH)}`;
}

export interface PieceOfToken {
  readonly itemId: number;
  /** It comes back, or came back, without a repair. */
  readonly returned: boolean;
}

/** The piece that a token leads to; undefined for any other text. Inside `inScope` with everything visible. */
export async function findPieceByToken(
  trx: Kysely<Database>,
  token: string,
): Promise<PieceOfToken | undefined> {
  const id = Number.parseInt(TOKEN.exec(token)?.[1] ?? '', ID_BASE);
  if (!Number.isSafeInteger(id)) return undefined;
  const row = await trx
    .selectFrom('item_row as i')
    .innerJoin('rma_row as r', 'r.id', 'i.rma_id')
    .select(['r.public_reference as reference', 'i.outcome'])
    .where('i.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const [known, given] = [Buffer.from(proofToken(row.reference, id)), Buffer.from(token)];
  if (known.length !== given.length || !timingSafeEqual(known, given)) return undefined;
  return { itemId: id, returned: row.outcome === 'unrepaired' || row.outcome === 'counterfeit' };
}

/** An event of a customer's proof: what its leaf says, and which step it reached. */
export interface ProvenMilestone extends Partial<LeafProof> {
  readonly step: CustomerStep;
  readonly position: number;
  readonly version: number;
  /** Microseconds since 1970, as text. */
  readonly recorded_at: string;
  readonly type: string;
  readonly hash: string;
}

export interface PieceProof {
  readonly stream: string;
  readonly returned: boolean;
  /** The person it belonged to was erased since. */
  readonly erased: boolean;
  /** Oldest first; without leaf and proof what is not sealed yet. */
  readonly events: readonly ProvenMilestone[];
}

const WHOLE_SECOND = 19;

/** From a moment with as many digits of a second as it has, six at most. */
function microseconds(recordedAt: string): string {
  const fraction = recordedAt.slice(WHOLE_SECOND).replaceAll(/\D/g, '').padEnd(6, '0');
  return `${Date.parse(`${recordedAt.slice(0, WHOLE_SECOND)}Z`) / 1000}${fraction}`;
}

/** The steps of the customer's page with their leaves and proofs: nothing that the events say, and no other event. */
export async function findPieceProof(
  db: Kysely<Database>,
  store: Pick<EventStore, 'readStream'>,
  { itemId, returned }: PieceOfToken,
): Promise<PieceProof> {
  const stream = itemStream(itemId);
  const { events } = await store.readStream(stream);
  const steps = milestonesOf(events).toReversed();
  const positions = steps.map(({ event }) => event.position);
  const proofs = await proveLeaves(queryable(db), positions);
  return {
    stream,
    returned,
    erased: events.some(({ type }) => type === 'ItemCustomerErased'),
    events: steps.map(({ progress, event: { position, version, recordedAt, type, hash } }) => ({
      step: progress,
      position,
      version,
      recorded_at: microseconds(recordedAt),
      type,
      hash,
      ...proofs.get(position),
    })),
  };
}
