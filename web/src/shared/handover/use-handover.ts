import type { RowResult } from '@atelier/contracts/repair/schema.ts';
import type { LoansAtPickup } from '@atelier/contracts/deposit/loan-schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api/api-error.ts';
import { command } from '../../lib/api/client.ts';
import { newKey } from '../../lib/api/new-key.ts';
import { rowsOf } from '../../lib/api/row-results.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { Signature } from '../item/signature-ink.ts';
import { rmaQuery } from '../queries/item.ts';
import { useRefreshItem } from '../item/use-refresh-item.ts';
import { READY_KEY } from './use-ready-of-client.ts';

interface Pickup {
  readonly items: readonly ItemView[];
  readonly name: string;
  readonly signature: Signature;
  /** Why what is to be refunded is not; '' where nothing is. */
  readonly notReturned: string;
  /** What becomes of the loans that are out. */
  readonly loans: LoansAtPickup;
}

export interface Handover {
  readonly isBusy: boolean;
  readonly error: ApiError | null;
  /** Pieces that were refused while others went out, each with its reason. */
  readonly refused: readonly RowResult[];
  readonly run: (pickup: Pickup) => Promise<void>;
}

/**
 * One signature for all of the pieces, then they are handed over with it. Both keys live as long as what they stand for:
 * pressing again repeats nothing.
 */
export function useHandover(item: ItemView, onDone: () => void): Handover {
  const { t } = useTranslation('rma');
  const format = useStaffFormat();
  const refresh = useRefreshItem(item);
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [refused, setRefused] = useState<readonly RowResult[]>([]);
  const keys = useRef({ of: '', sign: newKey(), hand: newKey() });

  const sayDone = (items: readonly ItemView[]): void => {
    const [only, ...others] = items;
    if (only === undefined) return;
    const numbers = format.list(items.map(({ number }) => number));
    const title =
      others.length === 0 ? t('handover.done', { number: only.number }) : t('handover.doneAll', { numbers });
    notify({ tone: 'good', title });
    refresh();
    for (const rmaId of new Set(items.map(({ rma_id }) => rma_id)))
      void client.invalidateQueries(rmaQuery(rmaId));
    void client.invalidateQueries({ queryKey: READY_KEY });
  };
  const settle = (failure: unknown, items: readonly ItemView[]): void => {
    const rows = rowsOf(failure);
    if (rows === null) return setError(failure as ApiError);
    const done = new Set(rows.filter(({ success }) => success).map(({ id }) => id));
    setRefused(rows.filter(({ success }) => !success));
    sayDone(items.filter(({ id }) => done.has(id)));
  };
  const run = async (pickup: Pickup): Promise<void> => {
    setBusy(true);
    setError(null);
    setRefused([]);
    keys.current = keysFor(keys.current, pickup);
    try {
      await handOver(pickup, keys.current);
      sayDone(pickup.items);
      onDone();
    } catch (failure) {
      settle(failure, pickup.items);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, refused, run };
}

interface Keys {
  readonly of: string;
  readonly sign: string;
  readonly hand: string;
}

/** Another signature, or other pieces, are another intention; the same ones are the same. */
function keysFor(keys: Keys, { items, name, signature, notReturned, loans }: Pickup): Keys {
  const of = JSON.stringify([items.map(({ id }) => id), name, notReturned, signature.image, loans]);
  return keys.of === of ? keys : { of, sign: newKey(), hand: newKey() };
}

async function handOver({ items, name, signature, notReturned, loans }: Pickup, keys: Keys): Promise<void> {
  const ids = items.map(({ id }) => id);
  const signed = await command({
    path: '/saveSign',
    body: { kind: 'pickup', rma_item_ids: ids, signer_name: name, ...signature },
    idempotencyKey: keys.sign,
  });
  const body = {
    rma_item_ids: ids,
    signature_id: signed.data.signature_id,
    received_by: name,
    loans,
    ...(notReturned !== '' && { not_returned: notReturned }),
  };
  await command({ path: '/rma/handover', body, idempotencyKey: keys.hand });
}
