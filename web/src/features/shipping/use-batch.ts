import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { command } from '../../lib/api/client.ts';
import { errorWords } from '../../lib/api/notice-error.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';
import type { Signature } from '../../shared/item/signature-ink.ts';
import { signBody } from './use-send.ts';

export type BatchResult =
  | { readonly kind: 'sent'; readonly row: ShipmentView }
  | { readonly kind: 'failed'; readonly words: string };

export interface BatchInput {
  readonly packages: readonly ShipmentView[];
  readonly signature: Signature | null;
  readonly signer: string;
}

/** Each package is its own command, one after the other: what is refused does not stop the rest (product/shipping.md §4). */
export function useBatch() {
  const { t } = useTranslation('sending');
  const client = useQueryClient();
  const [results, setResults] = useState<ReadonlyMap<number, BatchResult>>(new Map());
  const [isBusy, setBusy] = useState(false);

  const run = async ({ packages, signature, signer }: BatchInput): Promise<readonly number[]> => {
    setBusy(true);
    const sent: number[] = [];
    for (const row of packages) {
      const result = await shipOut(row, signature, signer);
      if (result.kind === 'sent') sent.push(row.id);
      setResults((before) => new Map(before).set(row.id, result));
    }
    setBusy(false);
    void client.invalidateQueries({ queryKey: ['shipping'] });
    if (sent.length > 0) notify({ tone: 'good', title: t('batch.done', { count: sent.length }) });
    const left = packages.length - sent.length;
    if (left > 0) notify({ tone: 'warn', title: t('batch.some', { count: left }) });
    return sent;
  };
  /** Shipped out on this page and no draft any more: their rows stay, with their result. */
  const gone = (drafts: readonly ShipmentView[]): readonly ShipmentView[] => {
    const here = new Set(drafts.map(({ id }) => id));
    return [...results.values()].flatMap((each) =>
      each.kind === 'sent' && !here.has(each.row.id) ? [each.row] : [],
    );
  };
  return { results, isBusy, run, gone };
}

/** Sending what has been sent is the same success, so a lost answer may be asked for again. */
async function shipOut(row: ShipmentView, signature: Signature | null, signer: string): Promise<BatchResult> {
  const tracking = row.tracking_no;
  try {
    if (!row.signed && signature !== null)
      await command({ path: '/saveSign', body: signBody(tracking, signature, signer) });
    await command({ path: '/factorypackage', body: { tracking_no: tracking } });
    return { kind: 'sent', row };
  } catch (error) {
    const { title, detail } = errorWords(error);
    return { kind: 'failed', words: detail === undefined ? title : `${title} ${detail}` };
  }
}
