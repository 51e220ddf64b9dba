import type { PickupBody } from '@atelier/contracts/repair/schema.ts';
import type { LoansAtPickup } from '@atelier/contracts/deposit/loan-schema.ts';
import type { BlockingView } from '@atelier/contracts/shipping/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { command } from '../../../lib/api/client.ts';
import { newKey } from '../../../lib/api/new-key.ts';
import { fetchPaperFile } from '../../../shared/documents/fetch-paper.ts';
import { printFiles } from '../../../shared/documents/print-file.ts';
import { READY_KEY } from '../../../shared/handover/use-ready-of-client.ts';
import type { Signature } from '../../../shared/item/signature-ink.ts';
import { historyQuery, itemFileQuery } from '../../../shared/queries/item.ts';

export interface Pickup {
  readonly items: readonly ItemView[];
  readonly payments: PickupBody['payments'];
  readonly name: string;
  readonly signature: Signature;
  readonly notReturned: string;
  /** What becomes of the loans that are out. */
  readonly loans: LoansAtPickup;
}

export interface Refused {
  readonly error: ApiError;
  /** The pieces that keep all of them here, with the code of the reason; none where it is no piece's. */
  readonly pieces: ReadonlyMap<number, string>;
}

/**
 * One signature, then payments and handover as one call. Both keys live as long as what they stand for: an answer that was
 * lost, or a second press, repeats nothing.
 */
export function usePickup() {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [done, setDone] = useState<Pickup | null>(null);
  const keys = useRef({ signed: '', given: '', sign: newKey(), hand: newKey() });
  const isRunning = useRef(false);

  const refresh = (items: readonly ItemView[]) => {
    void client.invalidateQueries({ queryKey: ['rma', 'one'] });
    void client.invalidateQueries({ queryKey: ['rma', 'pickup'] });
    void client.invalidateQueries({ queryKey: READY_KEY });
    for (const { id } of items) {
      void client.invalidateQueries(historyQuery(id));
      void client.invalidateQueries(itemFileQuery(id));
    }
  };
  const run = async (pickup: Pickup): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setRefused(null);
    keys.current = keysFor(keys.current, pickup);
    try {
      await handOver(pickup, keys.current);
      setDone(pickup);
      void printPapers(pickup.items, pickup.payments.length > 0);
    } catch (failure) {
      setRefused(refusedBy(failure));
    } finally {
      isRunning.current = false;
      setBusy(false);
      refresh(pickup.items);
    }
  };
  return { isBusy, refused, done, run };
}

function refusedBy(failure: unknown): Refused {
  if (!(failure instanceof ApiError)) throw failure;
  const pieces = blockingOf(failure.data).map(({ item_id: id, code }) => [id ?? 0, code] as const);
  return { error: failure, pieces: new Map(pieces) };
}

/** `blocking` of a refusal; other failures carry none. */
function blockingOf(data: unknown): readonly BlockingView[] {
  if (typeof data !== 'object' || data === null || !('blocking' in data)) return [];
  return data.blocking as readonly BlockingView[];
}

interface Keys {
  readonly signed: string;
  readonly given: string;
  readonly sign: string;
  readonly hand: string;
}

/** Other pieces or another signature are another signing; other money is another handover. */
function keysFor(keys: Keys, { items, payments, name, signature, notReturned, loans }: Pickup): Keys {
  const signed = JSON.stringify([items.map(({ id }) => id), name, signature.image]);
  const given = JSON.stringify([signed, payments, notReturned, loans]);
  if (keys.given === given) return keys;
  return { signed, given, sign: keys.signed === signed ? keys.sign : newKey(), hand: newKey() };
}

async function handOver(
  { items, payments, name, signature, notReturned, loans }: Pickup,
  keys: Keys,
): Promise<void> {
  const ids = items.map(({ id }) => id);
  const signed = await command({
    path: '/saveSign',
    body: { kind: 'pickup', rma_item_ids: ids, signer_name: name, ...signature },
    idempotencyKey: keys.sign,
  });
  const body = {
    rma_item_ids: ids,
    payments,
    signature_id: signed.data.signature_id,
    received_by: name,
    loans,
    ...(notReturned !== '' && { not_returned: notReturned }),
  };
  await command({ path: '/rma/pickup', body, idempotencyKey: keys.hand });
}

/** What goes home with the pieces, each in its owner's language. A printer that fails does not stop the handover. */
export async function printPapers(items: readonly ItemView[], isPaid: boolean): Promise<void> {
  // Any of the pieces that something was booked on leads to the receipt of all.
  const paid = isPaid ? items.find(({ fee_open: open }) => open > 0) : undefined;
  const paths = [
    ...items.map(({ id }) => `/item/${id}/handover`),
    ...(paid === undefined ? [] : [`/item/${paid.id}/payment`]),
  ];
  const papers = await Promise.allSettled(paths.map((path) => fetchPaperFile({ method: 'GET', path })));
  printFiles(papers.flatMap((paper) => (paper.status === 'fulfilled' ? paper.value.file : [])));
}
