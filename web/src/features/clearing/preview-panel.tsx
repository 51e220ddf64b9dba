import type { ClearingRunView } from '@atelier/contracts/clearing/schema.ts';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ConfirmDialog } from '@atelier/ui/windows/dialog.tsx';
import type { VirtualColumn } from '@atelier/ui/tables/virtual-row.tsx';
import { VirtualTable } from '@atelier/ui/tables/virtual-table.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';

export interface PreviewPanelProps {
  /** Null before anything was previewed, or since the form changed. */
  preview: ClearingRunView | null;
  isBusy: boolean;
  onRun: () => Promise<boolean>;
}

type ClearedItem = ClearingRunView['items'][number];

function useItemColumns(): VirtualColumn<ClearedItem>[] {
  const { t } = useTranslation('clearing');
  const format = useStaffFormat();
  return [
    {
      key: 'piece',
      header: t('terms:field.product'),
      width: 'minmax(120px, 1fr)',
      cell: (item) => <bdi className="strong num">{item.number}</bdi>,
    },
    {
      key: 'store',
      header: t('terms:field.store'),
      width: 'minmax(140px, 1.4fr)',
      cell: (item) => <bdi>{item.store_name}</bdi>,
    },
    {
      key: 'since',
      header: t('table.since'),
      width: '170px',
      align: 'end',
      cell: (item) => <span className="num muted">{format.date(item.waiting_since)}</span>,
    },
  ];
}

const itemKey = (item: ClearedItem): number => item.item_id;

/** What a run would clear; only what was seen can be run. */
export function PreviewPanel({ preview, isBusy, onRun }: PreviewPanelProps) {
  const { t } = useTranslation('clearing');
  const { number } = useStaffFormat();
  const columns = useItemColumns();
  const [isAsked, setAsked] = useState(false);
  const count = preview?.total ?? 0;
  return (
    <Panel
      title={t('previewTitle')}
      aside={preview !== null && count > 0 && t('previewCount', { count })}
      testId="clearing-preview-panel"
      action={
        count > 0 && (
          <Button variant="danger" busy={isBusy} onClick={() => setAsked(true)} testId="clearing-run">
            {t('run', { count: number(count) })}
          </Button>
        )
      }
    >
      {preview === null && (
        <EmptyState title={t('previewNoneTitle')} icon={<ListChecks aria-hidden />}>
          {t('previewNone')}
        </EmptyState>
      )}
      {preview !== null && count === 0 && <EmptyState title={t('previewEmpty')} />}
      {preview !== null && count > 0 && (
        <VirtualTable
          label={t('previewTitle')}
          columns={columns}
          rows={preview.items}
          rowKey={itemKey}
          rowHeight={40}
          height="380px"
          testId="clearing-items"
        />
      )}
      {preview !== null && count > 0 && count >= preview.criteria.limit && (
        <div className="panel-foot small muted" data-testid="clearing-limit-reached">
          {t('previewLimit')}
        </div>
      )}
      <ConfirmDialog
        open={isAsked}
        danger
        title={t('confirm.title')}
        confirmLabel={t('confirm.yes')}
        onConfirm={onRun}
        onClose={() => setAsked(false)}
        testId="confirm-clearing"
      >
        <p>{t('confirm.body', { count })}</p>
      </ConfirmDialog>
    </Panel>
  );
}
