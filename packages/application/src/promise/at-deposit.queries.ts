import type { SiteId } from '@atelier/domain/kernel.ts';
import { isItemEvent } from '@atelier/domain/personal-data.ts';
import {
  momentIn,
  momentOf,
  statesOf,
  type PieceOrigin,
  type PieceWorld,
} from '@atelier/domain/processes/ready-history.ts';
import type { ReadyModelFitted } from '@atelier/domain/promise/events.ts';
import { expectReady, type Expected } from '@atelier/domain/shared/ready-date/ready-model.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import type { StreamEvents } from '@atelier/domain/decider.ts';
import type { ProcessEvent } from '@atelier/domain/processes/process-state.ts';
import type { CommandServices } from '../commands/run-command.ts';
import { pieceWorld, placeOf } from './piece-world.queries.ts';
import { modelInForce } from './ready-model.queries.ts';

/** A piece as the deposit form knows it. */
export interface PieceAtDeposit {
  readonly storeId: SiteId;
  readonly delivery: 'store' | 'client';
  readonly sku: string;
  readonly reasonIds: readonly number[];
  readonly inWarranty: boolean;
}

/** The date of a piece that would be deposited now; null while no model is in force. */
export async function expectedAtDeposit(
  { db, clock }: Pick<CommandServices, 'db' | 'clock'>,
  { sku, ...piece }: PieceAtDeposit,
): Promise<Expected | null> {
  const [model, place] = await Promise.all([modelInForce(db), placeOf(db, piece.storeId)]);
  if (model === null || place === undefined) return null;
  const world = await pieceWorld(db, [sku], clock.now());
  const now = place.wall(clock.now().getTime());
  return expectReady(model.model, {
    ...piece,
    ...world.productOf(sku),
    country: place.country,
    status: Status.Created,
    from: null,
    site: piece.storeId,
    factory: null,
    isUnanswered: false,
    load: world.loadOf(piece.storeId, clock.now().getTime()),
    entered: now,
    now,
  });
}

/** Adds the first date to each deposited piece, so that the receipt printed at once can carry it. */
export type DatesAtDeposit = (
  streams: readonly StreamEvents<ProcessEvent>[],
) => readonly StreamEvents<ProcessEvent>[];

/** Read before the deposit is decided; adds nothing while no model is in force. */
export async function datesAtDeposit(
  { db, clock }: Pick<CommandServices, 'db' | 'clock'>,
  storeId: SiteId,
  skus: readonly string[],
): Promise<DatesAtDeposit> {
  const [model, place] = await Promise.all([modelInForce(db), placeOf(db, storeId)]);
  if (model === null || place === undefined) return (streams) => streams;
  const world = await pieceWorld(db, skus, clock.now());
  return (streams) => streams.map((stream) => withFirstDate(stream, model, place, world));
}

/** The stream with the first date of a piece that is deposited in it; as it was where the model covers none. */
export function withFirstDate<Event extends { readonly type: string }>(
  stream: StreamEvents<Event | ProcessEvent>,
  model: ReadyModelFitted['data'],
  place: Pick<PieceOrigin, 'storeId' | 'country' | 'wall'>,
  world: PieceWorld,
): StreamEvents<Event | ProcessEvent> {
  const own = stream.events.filter(isItemEvent);
  const [state] = statesOf(own.map((event) => ({ at: momentIn(event), event })));
  const deposit = own.find((event) => event.type === 'ItemDeposited')?.data;
  if (state === undefined || deposit === undefined) return stream;
  const origin = { ...place, itemId: deposit.itemId, delivery: deposit.delivery };
  const expected = expectReady(model.model, momentOf(state, state.at, origin, world));
  if (expected === null) return stream;
  const { createdAt: at, by } = deposit;
  const data = { ...expected, model: model.number, because: { kind: 'deposit' as const }, at, by };
  return { ...stream, events: [...stream.events, { type: 'ReadyDateExpected' as const, data }] };
}
