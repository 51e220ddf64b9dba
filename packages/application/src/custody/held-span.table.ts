import type { CustodySpan } from '@atelier/domain/custody/chain.ts';
import { unreachable } from '@atelier/domain/decider.ts';
import type { Custody } from '@atelier/domain/kernel.ts';
import type { EventMetadata } from '@atelier/event-store/types.ts';

/** A holder with who made it one: a span as its row keeps it. */
export interface HeldSpan extends CustodySpan {
  /** Account number as text, or the system part that acted. */
  readonly actor: string;
  readonly worker: string | null;
  readonly actorSite: number | null;
}

export function authorOf({ actor, worker, site }: EventMetadata) {
  return {
    actor: actor.kind === 'user' ? String(actor.id) : actor.kind,
    worker: worker?.name ?? worker?.workId ?? null,
    actorSite: site ?? null,
  };
}

/** A row of `custody_spans` with its times as text: a Date would lose the microseconds. */
export interface SpanRow {
  readonly item_id: number;
  readonly piece: number;
  readonly entered_position: number;
  readonly entered_at: string;
  readonly holder_kind: string;
  readonly holder_id: number | null;
  readonly from_site: number | null;
  readonly to_site: number | null;
  readonly left_at: string | null;
  readonly left_position: number | null;
  readonly actor: string;
  readonly worker: string | null;
  readonly actor_site: number | null;
  readonly version: number;
}

export function toSpanRow(itemId: number, span: HeldSpan, version: number): SpanRow {
  return {
    item_id: itemId,
    piece: span.piece,
    entered_position: span.enteredPosition,
    entered_at: span.enteredAt,
    ...holderColumns(span.holder),
    left_at: span.leftAt,
    left_position: span.leftPosition,
    actor: span.actor,
    worker: span.worker,
    actor_site: span.actorSite,
    version,
  };
}

type HolderColumns = Pick<SpanRow, 'holder_kind' | 'holder_id' | 'from_site' | 'to_site'>;

function holderColumns(holder: Custody): HolderColumns {
  const none = { holder_kind: holder.kind, holder_id: null, from_site: null, to_site: null };
  switch (holder.kind) {
    case 'site':
    case 'factory-kept':
      return { ...none, holder_id: holder.siteId };
    case 'shipment':
      return { ...none, holder_id: holder.shipmentId, from_site: holder.from, to_site: holder.to };
    case 'passed-on':
      return { ...none, holder_id: holder.itemId };
    case 'customer':
    case 'settled':
      return none;
    default:
      return unreachable(holder);
  }
}

export function fromSpanRow(row: SpanRow): HeldSpan {
  return {
    piece: row.piece,
    holder: holderFrom(row),
    enteredAt: row.entered_at,
    enteredPosition: row.entered_position,
    leftAt: row.left_at,
    leftPosition: row.left_position,
    actor: row.actor,
    worker: row.worker,
    actorSite: row.actor_site,
  };
}

/** Throws on a row that no span was ever written as. */
function holderFrom({ holder_kind: kind, holder_id: id, from_site: from, to_site: to }: SpanRow): Custody {
  if (kind === 'customer' || kind === 'settled') return { kind };
  if (id !== null) {
    if (kind === 'site' || kind === 'factory-kept') return { kind, siteId: id };
    if (kind === 'passed-on') return { kind, itemId: id };
    if (kind === 'shipment' && from !== null) return { kind, shipmentId: id, from, to };
  }
  throw new RangeError(`no holder: ${kind} ${String(id)}`);
}
