import { classNames } from '@atelier/ui/class-names.ts';
import type { TransferRow } from '@atelier/contracts/transfer/schema.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { ScanLine, ShoppingBasket, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '@atelier/ui/controls/button.tsx';
import { ConfirmDialog } from '@atelier/ui/windows/dialog.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useWash } from '@atelier/ui/feedback/use-wash.ts';
import type { ApiResponse } from '../../lib/api/client.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { PieceCell } from '../../shared/item/piece-cells.tsx';
import { LazyUnresolved } from '../../shared/scan/lazy-unresolved.tsx';
import type { useBasketQueue } from './use-basket-queue.ts';
import type { useBasketCommands } from './use-basket.ts';
import { QueryView } from '../../shared/paged-table/query-view.tsx';

export type TransferList = UseQueryResult<ApiResponse<TransferRow[]>>;

export interface BasketPanelProps {
  query: TransferList;
  commands: ReturnType<typeof useBasketCommands>;
  queue: ReturnType<typeof useBasketQueue>;
}

/** What lies in the basket: every row scanned, its factory, and what keeps it from leaving. */
export function BasketPanel({ query, commands, queue }: BasketPanelProps) {
  const { t } = useTranslation('transfer');
  const { number } = useStaffFormat();
  const [isAsked, setAsked] = useState(false);
  const rows = query.data?.data ?? [];
  return (
    <Panel
      title={t('basket.title')}
      aside={number(rows.length)}
      testId="basket"
      action={
        <Button disabled={rows.length === 0} onClick={() => setAsked(true)} testId="clear-all">
          {t('basket.clear')}
        </Button>
      }
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
          <BasketRow key={row.id} row={row} onRemove={() => commands.takeOut.mutate([row.id])} />
        ))}
      </ul>
      <ConfirmDialog
        open={isAsked}
        title={t('basket.clearTitle')}
        confirmLabel={t('basket.clear')}
        onConfirm={() =>
          commands.clear.mutateAsync().then(
            () => true,
            () => true,
          )
        }
        onClose={() => setAsked(false)}
        testId="confirm-clear"
      >
        <p>{t('basket.clearBody', { count: rows.length })}</p>
      </ConfirmDialog>
    </Panel>
  );
}

export const LOADING = { rows: 3, height: 40, gap: 14 };

function BasketRow({ row, onRemove }: { row: TransferRow; onRemove: () => void }) {
  const { t } = useTranslation(['transfer', 'refusals']);
  const isFresh = useWash(row.version);
  return (
    <li
      className={classNames(
        'lined transfer-row flex wrap middle pad-8 transfer-basket-row',
        isFresh && 'washed',
      )}
      data-testid={`basket-${row.number}`}
      data-blocked={row.blocking.length > 0 || undefined}
    >
      <span className="transfer-scanned" data-testid={row.is_scanned ? 'scanned' : 'unscanned'}>
        <ScanLine size={16} aria-hidden />
        <span className="sr-only">{t('transfer:basket.scanned')}</span>
      </span>
      <PieceCell item={row} size={34} />
      {row.transfer_reason !== null && row.transfer_reason !== '' && (
        <span className="small muted clip transfer-why stack gap-0">
          <bdi>{row.transfer_reason}</bdi>
        </span>
      )}
      {row.factory !== null && <Tag>{row.factory.name}</Tag>}
      <IconButton
        icon={<X size={16} aria-hidden />}
        label={t('transfer:basket.remove', { number: row.number })}
        onClick={onRemove}
        testId={`remove-${row.number}`}
      />
      {row.blocking.map((code) => (
        <span key={code} className="field-error transfer-problem" data-code={code}>
          {t(`refusals:${code}`, code)}
        </span>
      ))}
    </li>
  );
}
