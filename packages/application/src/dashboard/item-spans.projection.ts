import { statesProjection } from '../projections/bitemporal.ts';
import type { Projection } from '../projections/projection.ts';
import { evolveSpanState, isToCall, scopeKeysOf, type SpanState } from '../projections/span-state.ts';

/**
 * What every item counted as from when to when, on both axes (decisions/0156): what dashboards, boards and lists of a past
 * moment are read from. It has its own checkpoint, so that today's counters wait for nothing of it.
 */
export const itemSpansProjection: Projection = statesProjection<SpanState, ShownSpan, KeptSpan>({
  name: 'item_spans',
  evolve: evolveSpanState,
  shown: shownOf,
  kept: keptOf,
  stateOf,
  columns: [
    'store_id',
    'status',
    'custody_site',
    'custody_from',
    'custody_to',
    'collect_shop',
    'scope_keys',
    'outcome',
    'transfer_to',
    'to_call',
    'call_escalated',
    'sent_from',
    'reminder_escalated',
  ],
  times: ['entered_at', 'transfer_needed_at', 'reminded_at', 'followed_up_at'],
});

type ShownSpan = ReturnType<typeof shownOf>;
type KeptSpan = ReturnType<typeof keptOf>;

function shownOf(state: SpanState) {
  const toCall = isToCall(state);
  return {
    store_id: state.storeId,
    status: state.status,
    entered_at: state.enteredAt,
    custody_site: state.custodySite,
    custody_from: state.custodyFrom,
    custody_to: state.custodyTo,
    collect_shop: state.collectShop ?? null,
    scope_keys: [...scopeKeysOf(state)],
    outcome: state.outcome,
    transfer_to: state.transfer.to,
    transfer_needed_at: state.transfer.need?.at ?? null,
    to_call: toCall,
    call_escalated: toCall && state.isEscalated,
  };
}

function keptOf(state: SpanState) {
  return {
    sent_from: [...state.sentFrom],
    reminded_at: state.remindedAt,
    reminder_escalated: state.isEscalated,
    followed_up_at: state.followedUpAt,
  };
}

function stateOf(row: ShownSpan & KeptSpan): SpanState {
  const need = row.transfer_needed_at === null ? null : { reason: '', at: row.transfer_needed_at };
  return {
    storeId: row.store_id,
    status: row.status,
    enteredAt: row.entered_at,
    custodySite: row.custody_site,
    custodyFrom: row.custody_from,
    custodyTo: row.custody_to,
    outcome: row.outcome,
    transfer: { need, to: row.transfer_to },
    sentFrom: row.sent_from,
    remindedAt: row.reminded_at,
    isEscalated: row.reminder_escalated,
    followedUpAt: row.followed_up_at,
    collectShop: row.collect_shop,
  };
}
