import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Split } from '@atelier/ui/layout/split.tsx';
import { usePageHeader } from '../../lib/page/page-header.ts';
import { BasketPanel } from './basket-panel.tsx';
import { NeededPanel } from './needed-panel.tsx';
import { PackagesPanel } from './packages-panel.tsx';
import { ReadyPanel } from './ready-panel.tsx';
import { ScanPanel } from './scan-panel.tsx';
import { TransferSendPanel, type SendDraft } from './send-panel.tsx';
import { EMPTY_SENDING } from './sending.ts';
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
  return (
    <Split tracks="minmax(0, 1fr) 360px" testId="transfer-page">
      <div className="stack">
        <ScanPanel
          hand={{ basket, candidates, factory: factory.chosen }}
          factory={factory}
          onFactory={setFactory}
          onLabel={(tracking) => form.setValue('tracking', tracking)}
          pack={queue.pack}
          scan={queue.note}
        />
        <BasketPanel query={lists.basket} commands={commands} queue={queue} />
        <NeededPanel query={lists.needed} choice={factory} commands={commands} />
        <ReadyPanel
          query={lists.candidates.query}
          rows={candidates.filter(({ id }) => !listed.has(id))}
          choice={factory}
          commands={commands}
        />
      </div>
      <div className="stack transfer-side">
        <TransferSendPanel
          factory={factory.chosen}
          factoryName={factory.options.find(({ value }) => value === factory.chosen)?.label ?? ''}
          rows={basket.filter((row) => row.factory?.id === factory.chosen)}
          unresolved={queue.unresolved}
          form={form}
          others={basket.filter((row) => row.factory?.id !== factory.chosen).length}
          onSent={commands.refresh}
        />
        <PackagesPanel packages={lists.packages} siteId={lists.siteId} />
      </div>
    </Split>
  );
}
