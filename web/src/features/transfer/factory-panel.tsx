import type { TransferRow } from '@atelier/contracts/transfer/schema.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { ShoppingBasket } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import type { ApiResponse } from '../../lib/api/client.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { LazyUnresolved } from '../../shared/scan/lazy-unresolved.tsx';
import { QueryView } from '../../shared/paged-table/query-view.tsx';
import { ForwardRow } from './forward-row.tsx';
import { PileActions } from './pile-actions.tsx';
import { sizeOf, type Pile } from './piles.ts';
import type { useBasketQueue } from './use-basket-queue.ts';
import type { useBasketCommands } from './use-basket.ts';
import type { FactoryChoice } from './use-factory.ts';

export type TransferList = UseQueryResult<ApiResponse<TransferRow[]>>;

export const LOADING = { rows: 3, height: 40, gap: 14 };

export interface FactoryPanelProps {
  query: TransferList;
  pile: Pile;
  choice: FactoryChoice;
  commands: ReturnType<typeof useBasketCommands>;
  queue: ReturnType<typeof useBasketQueue>;
}

/** What goes to the chosen factory, ticked, and what was asked for it and is not; or what names no factory yet. */
export function FactoryPanel({ query, pile, choice, commands, queue }: FactoryPanelProps) {
  const { t } = useTranslation('transfer');
  const { number } = useStaffFormat();
  const { chosen, options } = choice;
  const name = options.find(({ value }) => value === chosen)?.label;
  const rows = [...pile.ticked, ...pile.waiting];
  // Without a factory there is no basket: what is undecided stands in the list of the site below.
  if (name === undefined && rows.length === 0 && query.isSuccess) return null;
  return (
    <Panel
      title={name === undefined ? t('tabs.undecided') : t('tabs.title', { factory: name })}
      aside={t('tabs.aside', { count: sizeOf(pile), ticked: number(pile.ticked.length) })}
      testId="basket"
      action={<PileActions pile={pile} factory={chosen} commands={commands} />}
    >
      <LazyUnresolved unresolved={queue.unresolved} queue={queue} />
      <QueryView
        query={query}
        skeleton={LOADING}
        padded
        failed={t('basket.failed')}
        isEmpty={() => rows.length === 0}
        empty={
          <EmptyState title={t('basket.empty')} icon={<ShoppingBasket aria-hidden />}>
            {t('basket.emptyBody')}
          </EmptyState>
        }
      />
      <ul>
        {rows.map((row) => (
          <ForwardRow
            key={row.id}
            row={row}
            isTicked={pile.ticked.includes(row)}
            choice={choice}
            commands={commands}
          />
        ))}
      </ul>
    </Panel>
  );
}
