import type { ShipmentView } from '@atelier/domain/shipping/contract.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Panel } from '../../components/ui/panel.tsx';
import { Tag } from '../../components/ui/tag.tsx';
import { TextArea } from '../../components/ui/text-field.tsx';
import { useCommand } from '../../lib/api/use-command.ts';
import { useLiveRefresh } from '../../lib/live/use-live.ts';
import { notify } from '../../lib/notices/notify.ts';
import { useSession, useStaffFormat } from '../../lib/session/use-session.ts';
import { outboundQuery } from './package-queries.ts';

const SHOWN = 6;
const isDraft = ({ state }: ShipmentView): boolean => state === 'Draft' || state === 'Sealed';

export interface OutboundPanelProps {
  orderType: number;
  onOpen: (tracking: string) => void;
}

/** Packages begun here and those sent lately; a sent one can be taken back before its carrier has it. */
export function OutboundPanel({ orderType, onOpen }: OutboundPanelProps) {
  const { t } = useTranslation('shipping');
  const { site } = useSession().view;
  const packages = useQuery(outboundQuery());
  useLiveRefresh(
    outboundQuery().queryKey,
    site === null ? [] : [`${site.kind === 'shop' ? 'store' : 'site'}:${site.id}`],
  );
  const [asked, setAsked] = useState<ShipmentView | null>(null);
  const own = (packages.data?.data ?? []).filter((one) => one.order_type === orderType);
  const drafts = own.filter(isDraft);
  const sent = own.filter((one) => one.state === 'Sent').slice(0, SHOWN);
  if (drafts.length + sent.length === 0) return null;
  return (
    <>
      {drafts.length > 0 && (
        <Panel title={t('drafts.title')} testId="drafts">
          {drafts.map((one) => (
            <OutboundRow
              key={one.id}
              row={one}
              action={t('drafts.open')}
              onAction={() => onOpen(one.tracking_no)}
            />
          ))}
        </Panel>
      )}
      {sent.length > 0 && (
        <Panel title={t('drafts.sentTitle')} testId="sent">
          {sent.map((one) => (
            <OutboundRow key={one.id} row={one} action={t('drafts.unsend')} onAction={() => setAsked(one)} />
          ))}
        </Panel>
      )}
      {asked !== null && <UnsendDialog row={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function OutboundRow({ row, action, onAction }: { row: ShipmentView; action: string; onAction: () => void }) {
  const { t } = useTranslation('shipping');
  const format = useStaffFormat();
  return (
    <div className="todo" data-testid={`outbound-${row.tracking_no}`}>
      <span className="outbound">
        <bdi className="strong num">{row.tracking_no}</bdi>
        <span className="small muted">
          {t('contents.count', { count: row.item_count })} · {format.dateTime(row.sent_at ?? row.created_at)}
        </span>
      </span>
      <Tag>{t(`state.${row.state}`)}</Tag>
      <Button variant="quiet" onClick={onAction}>
        {action}
      </Button>
    </div>
  );
}

function UnsendDialog({ row, onClose }: { row: ShipmentView; onClose: () => void }) {
  const { t } = useTranslation(['shipping', 'common']);
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const tracking = row.tracking_no;
  const unsend = useCommand<string>(
    (words) => ({ path: '/package/unsend', body: { tracking_no: tracking, reason: words } }),
    {
      onSuccess: () => {
        notify({ tone: 'good', title: t('shipping:unsend.done', { tracking }) });
        void client.invalidateQueries({ queryKey: ['shipping'] });
        onClose();
      },
    },
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('shipping:unsend.title', { tracking })}
      size={460}
      testId="unsend-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button
            variant="primary"
            busy={unsend.isPending}
            disabled={reason.trim() === ''}
            onClick={() => unsend.mutate(reason.trim())}
            testId="unsend-accept"
          >
            {t('shipping:drafts.unsend')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{t('shipping:unsend.body')}</p>
        <TextArea
          label={t('shipping:unsend.reason')}
          required
          value={reason}
          maxLength={2000}
          onChange={(event) => setReason(event.target.value)}
          testId="unsend-reason"
        />
      </div>
    </Dialog>
  );
}
