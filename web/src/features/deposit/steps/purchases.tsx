import type { InvoiceLineView, OrderView } from '@atelier/contracts/reference/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ErrorState, Skeleton } from '@atelier/ui/feedback/states.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { errorWords } from '../../../lib/api/notice-error.ts';
import { customerRecordQuery, customerRepairsQuery } from '../../../shared/queries/reference.ts';
import type { FormRules } from '../form-issues.ts';
import type { PieceValues, RmaValues } from '../form-values.ts';
import { PurchaseLine } from './purchase-line.tsx';
import { isUnderWay } from './open-repairs.tsx';
import { OwnPieces } from './own-pieces.tsx';
import { isLineOf } from './use-take-line.ts';

export interface PurchasesProps {
  rules: () => FormRules;
  /** A piece that no list has: it is described by hand. */
  onOther: () => void;
}

interface Bought {
  readonly line: InvoiceLineView;
  readonly order: OrderView;
}

/** What the client bought here, to be ticked, and the pieces that came from elsewhere. */
export function Purchases({ rules, onOther }: PurchasesProps) {
  const { t } = useTranslation('steps');
  const { control } = useFormContext<RmaValues>();
  const [customerId, items] = useWatch({ control, name: ['customer_id', 'items'] });
  const record = useQuery({ ...customerRecordQuery(customerId ?? 0), enabled: customerId !== null });
  const repairs = useQuery({ ...customerRepairsQuery(customerId ?? 0), enabled: customerId !== null });
  const isKnown = customerId !== null;
  const bought = isKnown ? linesOf(record.data?.data.orders ?? []) : [];
  const isOnList = (piece: PieceValues) => bought.some(({ line, order }) => isLineOf(piece, line, order));
  return (
    <Panel
      title={t('bring.title')}
      aside={isKnown && record.isSuccess ? t('bring.count', { count: bought.length }) : undefined}
      action={
        <Button variant="quiet" icon={<Plus size={16} aria-hidden />} onClick={onOther} testId="piece-other">
          {t('bring.other')}
        </Button>
      }
      testId="purchases"
    >
      <OwnPieces isListed={isOnList} rules={rules} />
      {isKnown && record.isPending && <Skeleton rows={4} height={72} gap={1} />}
      {isKnown && record.isError && (
        <ErrorState
          title={t('bring.failed')}
          detail={errorWords(record.error).detail ?? undefined}
          onRetry={() => void record.refetch()}
          busy={record.isFetching}
        />
      )}
      {!isKnown && <p className="panel-body muted small">{t('bring.noClient')}</p>}
      {isKnown && record.isSuccess && bought.length === 0 && (
        <p className="panel-body muted small">{t('bring.none')}</p>
      )}
      <ul className="purchases" aria-label={t('bring.title')}>
        {bought.map(({ line, order }) => (
          <PurchaseLine
            key={`${order.invoice_no} ${line.line_no}`}
            line={line}
            order={order}
            isTaken={items.some((piece) => isLineOf(piece, line, order))}
            repair={openRepairOf(line, repairs.data?.data ?? [])}
            rules={rules()}
          />
        ))}
      </ul>
    </Panel>
  );
}

const linesOf = (orders: readonly OrderView[]): readonly Bought[] =>
  orders.flatMap((order) => order.lines.map((line) => ({ line, order })));

const openRepairOf = (line: InvoiceLineView, repairs: readonly ItemView[]): ItemView | undefined =>
  repairs.find((item) => line.serial !== '' && item.serial_number === line.serial && isUnderWay(item));
