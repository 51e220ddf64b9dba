import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Split } from '@atelier/ui/layout/split.tsx';
import { usePageHeader } from '../../lib/page/page-header.ts';
import { FactoryPanel } from './factory-panel.tsx';
import { PackagesPanel } from './packages-panel.tsx';
import { tickable } from './pile-actions.tsx';
import { pileOf, sizeOf } from './piles.ts';
import { ReadyPanel } from './ready-panel.tsx';
import { ScanPanel } from './scan-panel.tsx';
import { TransferSendPanel, type SendDraft } from './send-panel.tsx';
import { EMPTY_SENDING } from './sending.ts';
import { isFree } from '../../shared/pick-list/use-picking.ts';
import { noticeError } from '../../lib/api/notice-error.ts';
import { useFactory } from './use-factory.ts';
import { useBasketQueue } from './use-basket-queue.ts';
import { useBasketCommands, useTransferLists } from './use-basket.ts';
import './transfer.css';

/** `/operation/18/…`, package forwarding: from the scan to the courier, and what is on its way (product/transfer.md §3). */
export function Screen() {
  const { t } = useTranslation('shell');
  usePageHeader({ title: t('title.packageForwarding') });
  const lists = useTransferLists();
  const commands = useBasketCommands();
  const basket = lists.basket.data?.data ?? [];
  const [factory, setFactory] = useFactory(lists.siteId, basket);
  const queue = useBasketQueue(factory.chosen, commands.refresh);
  const form = useForm<SendDraft>({ defaultValues: { ...EMPTY_SENDING, signature: null } });
  const candidates = lists.candidates.rows;
  const needed = lists.needed.data?.data ?? [];
  const listed = new Set([...basket, ...needed].map(({ id }) => id));
  const pile = (of: number | null) => pileOf(of, { basket, needed, options: factory.options });
  const shown = pile(factory.chosen);
  const ready = candidates.filter(({ id }) => !listed.has(id));
  const countOf = (of: number | null) => sizeOf(pile(of)) + (of === null ? ready.filter(isFree).length : 0);
  const tickAll = () => {
    const ids = tickable(shown);
    if (factory.chosen !== null && ids.length > 0)
      commands.assign.mutate({ ids, factory: factory.chosen }, { onError: noticeError });
  };
  return (
    <Split tracks="minmax(0, 1fr) 360px" testId="transfer-page">
      <div className="stack">
        <ScanPanel
          hand={{ basket, candidates, factory: factory.chosen }}
          tabs={{ choice: factory, countOf, onChoose: setFactory }}
          onTickAll={tickAll}
          onLabel={(tracking) => form.setValue('tracking', tracking)}
          pack={queue.pack}
          scan={queue.note}
        />
        <FactoryPanel query={lists.basket} pile={shown} choice={factory} commands={commands} queue={queue} />
        <ReadyPanel query={lists.candidates.query} rows={ready} choice={factory} commands={commands} />
      </div>
      <div className="stack transfer-side">
        <TransferSendPanel
          factory={factory.chosen}
          factoryName={factory.options.find(({ value }) => value === factory.chosen)?.label ?? ''}
          rows={shown.ticked}
          unresolved={queue.unresolved}
          form={form}
          others={basket.length - shown.ticked.length}
          onSent={commands.refresh}
        />
        <PackagesPanel packages={lists.packages} siteId={lists.siteId} />
      </div>
    </Split>
  );
}
