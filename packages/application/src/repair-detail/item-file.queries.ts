import { shownMarks } from '@atelier/domain/repair/pictures/marks.ts';
import { itemStream } from '@atelier/domain/kernel.ts';
import { type Moment, eventsAt } from '@atelier/domain/audit/moment.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { visibleItem } from '../commands/visible-item.ts';
import { amountAtCounter } from '@atelier/domain/repair/fees/fees.ts';
import type { ItemEvent, ItemEventType } from '@atelier/domain/repair/item/events.ts';
import type { Item } from '@atelier/domain/repair/item/item.ts';
import type { Payment } from '@atelier/domain/shared/item-facts.ts';
import type { ItemFileView } from '@atelier/contracts/repair-detail/file-schema.ts';
import type { Kysely } from 'kysely';
import { itemAggregate } from '../aggregates.ts';
import { findNames, type Names } from '../shared/people.queries.ts';
import type { Database } from '../platform/database.ts';
import type { EventStore, StoredEvent } from '@atelier/event-store/types.ts';
import type { Audience } from './item-view.queries.ts';
import { findWeights } from './item-weights.queries.ts';
import { toldDates } from './told-dates.queries.ts';
import { BENCH_STATUSES, rank, Status, type StatusId } from '@atelier/domain/shared/status.ts';

export interface ItemFileReader {
  readonly store: Pick<EventStore, 'readStream'>;
  readonly audience: Audience;
  readonly scope: DataScope;
  /** Null = now. */
  readonly moment: Moment | null;
}

/**
 * All that was said of an item at its deposit, and after, folded from its stream and so never late. Undefined when the
 * item is not the caller's to see today, or was not at the moment; call inside `inScope`.
 */
export async function findItemFile(
  trx: Kysely<Database>,
  itemId: number,
  { store, audience, scope, moment }: ItemFileReader,
): Promise<ItemFileView | undefined> {
  const seen = await trx.selectFrom('item_row').select('id').where('id', '=', itemId).executeTakeFirst();
  if (seen === undefined) return undefined;
  const { events: all } = await store.readStream(itemStream(itemId));
  const events = moment === null ? all : eventsAt(all, moment);
  const state = itemAggregate.stateOf(events);
  const item = moment === null && state.kind === 'item' ? state : visibleItem(state, scope);
  if (item === null) return undefined;
  const version = events.at(-1)?.version ?? 0;
  const names = await findNames(
    trx,
    [...item.counterfeits, ...item.work.parts, ...loanHands(item)].flatMap(({ by }) => by.userId ?? []),
  );
  const isWorker = audience === 'worker';
  const words = isWorker ? NO_WORDS : wordsOf(item, events);
  return {
    ...pieceOf(item),
    version,
    ...benchOf(item, events, names),
    weights: await findWeights(trx, events),
    ...words,
    ...fakesOf(item, names, isWorker),
    expected: toldDates(events),
    loans: audience === 'shop' ? loansOf(item, names) : [],
  };
}

const MG_PER_GRAM = 1000;
const grams = (milli: number | null) => (milli === null ? null : milli / MG_PER_GRAM);

function pieceOf(item: Item) {
  const { product, weights } = item;
  return {
    id: item.id,
    rma_id: item.rmaId,
    number: item.number,
    delivery: item.delivery,
    is_editable: item.status === Status.Created,
    sub_reasons: item.subReasons.map(({ id }) => id),
    total_weight: grams(weights.totalMg),
    final_weight: grams(item.work.measurements.weightMg),
    gold_weight: grams(weights.goldMg),
    carat_weight: grams(weights.milliCarats),
    is_gold: product.isGold,
    certificate_no: product.certificateNo ?? '',
    sequence_number: product.sequenceNumber ?? '',
    waived_fee: item.waiver.code,
    extended_warranty: item.warranty.extended,
    images: [...item.images],
    marks: [...shownMarks(item)],
    gold_image: item.goldImage ?? '',
  };
}

/** What the benches did: measured, and passed on. */
function benchOf(item: Item, events: readonly StoredEvent[], { users }: Names) {
  // At a station the worker is the person, whose name the event's metadata has.
  const hands = events
    .filter(({ type }) => type === 'PartsUsed')
    .map(({ metadata }) => metadata.worker?.name);
  return {
    measurements: events.flatMap(measurementOf),
    passed: passedBenches(item, events),
    parts_used: item.work.parts.map(({ status, isCorrected, lines, at, by, record, corrects }, index) => ({
      record,
      corrects,
      is_corrected: isCorrected,
      rma_status_id: status,
      lines: lines.map(({ kind, code, pieces, weightMg }) => ({
        kind,
        code,
        pieces,
        weight: grams(weightMg),
      })),
      at,
      by: hands[index] ?? users.get(by.userId ?? 0) ?? '',
    })),
  };
}

type EventOf<Type extends ItemEventType> = StoredEvent<Extract<ItemEvent, { type: Type }>>;

const isOf = <Type extends ItemEventType>(event: StoredEvent, type: Type): event is EventOf<Type> =>
  event.type === type;

function measurementOf(event: StoredEvent): ItemFileView['measurements'] {
  if (!isOf(event, 'MeasurementsRecorded')) return [];
  const { status, stoneCount, weightMg, at } = event.data;
  return [{ rma_status_id: status, stone_count: stoneCount, weight: grams(weightMg), at }];
}

/** The benches before the one where it stands: those it stood at, however it came back to them. */
function passedBenches(item: Item, events: readonly StoredEvent[]): number[] {
  if (item.status === Status.Cancelled) return [];
  const entered = new Set<StatusId>();
  for (const event of events) {
    if (!isOf(event, 'ItemStatusChanged')) continue;
    const { from, to, move } = event.data;
    if (move === 'undo') entered.delete(from);
    entered.add(to);
  }
  return BENCH_STATUSES.filter((id) => entered.has(id) && rank(id) < rank(item.status));
}

const NO_WORDS = {
  maintenance_amount: null,
  payments: [],
  renew_reasons: [],
  exchange_survey: null,
  store_remark: '',
  extended_warranty_proof: '',
  warranty_override: null,
};

function wordsOf(item: Item, events: readonly StoredEvent[]) {
  const { override } = item.warranty;
  return {
    maintenance_amount: amountAtCounter(item),
    payments: item.fee.payments.map(paymentView),
    renew_reasons: [...item.renewReasons],
    exchange_survey: item.survey,
    store_remark: waiverRemark(events),
    extended_warranty_proof: item.extendedWarrantyProof ?? '',
    warranty_override:
      override === null ? null : { in_warranty: override.inWarranty, reason: override.reason ?? '' },
  };
}

const loanHands = ({ loans }: Item) =>
  loans.flatMap(({ outBy, ended }) => [{ by: outBy }, ...(ended === null ? [] : [ended])]);

const loansOf = ({ loans }: Item, { users }: Names): ItemFileView['loans'] =>
  loans.map(({ loan, state, description, code, value, dueOn, condition, outAt, outBy, ended }) => ({
    loan,
    state,
    description: description ?? '',
    code: code ?? '',
    value: value?.amount ?? null,
    currency: value?.currency ?? '',
    due_on: dueOn,
    condition: condition ?? '',
    out_at: outAt,
    out_by: users.get(outBy.userId ?? 0) ?? '',
    ended_at: ended?.at ?? null,
    ended_by: users.get(ended?.by.userId ?? 0) ?? '',
    note: ended?.note ?? '',
  }));

function paymentView(record: Payment, index: number): ItemFileView['payments'][number] {
  const { kind, paid, means, reference, at, isCorrected } = record;
  return {
    payment: index + 1,
    kind,
    ...paid,
    means,
    reference: reference ?? '',
    at,
    is_corrected: isCorrected,
  };
}

/** The newest; '' when none was asked for, or its customer is erased. */
function waiverRemark(events: readonly StoredEvent[]): string {
  const last = events.findLast(({ type }) => type === 'WaiverRequested');
  const data: object = last?.data ?? {};
  return 'remark' in data && typeof data.remark === 'string' ? data.remark : '';
}

/** A bench has to know the suspicion; its words may name the customer. */
function fakesOf({ counterfeits }: Item, { users }: Names, isWorker: boolean) {
  return {
    is_fake_product: counterfeits.length > 0,
    fake_product: counterfeits.map(({ image, remark, at, by }) => ({
      image: image ?? '',
      remark: isWorker ? '' : (remark ?? ''),
      at,
      by: users.get(by.userId ?? 0) ?? '',
    })),
  };
}
