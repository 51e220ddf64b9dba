import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { useOutbound } from '../../shared/queries/packages.ts';
import { isOpen, wayOf, type PackingWay } from './queries.ts';

const SHOWN = 8;

export interface OutboundPanelProps {
  ways: readonly PackingWay[];
  onOpen: (tracking: string) => void;
}

/** Packages begun here and those under way; each opens with what may still be done. */
export function OutboundPanel({ ways, onOpen }: OutboundPanelProps) {
  const { t } = useTranslation('shipping');
  const own = useOutbound().rows.filter((one) => wayOf(one, ways) !== undefined);
  const drafts = own.filter(isOpen);
  const sent = own.filter((one) => !isOpen(one)).slice(0, SHOWN);
  return (
    <>
      {drafts.length > 0 && (
        <Panel title={t('drafts.title')} testId="drafts">
          {drafts.map((one) => (
            <OutboundRow key={one.id} row={one} action={t('drafts.open')} onOpen={onOpen} />
          ))}
        </Panel>
      )}
      {sent.length > 0 && (
        <Panel title={t('drafts.sentTitle')} testId="sent">
          {sent.map((one) => (
            <OutboundRow key={one.id} row={one} action={t('check.show')} onOpen={onOpen} />
          ))}
        </Panel>
      )}
    </>
  );
}

interface OutboundRowProps {
  row: ShipmentView;
  action: string;
  onOpen: (tracking: string) => void;
}

function OutboundRow({ row, action, onOpen }: OutboundRowProps) {
  const { t } = useTranslation(['shipping', 'sending', 'values']);
  const format = useStaffFormat();
  const to = row.to_client ? t('sending:destination.client') : (row.to?.name ?? '');
  return (
    <div className="todo" data-testid={`outbound-${row.tracking_no}`}>
      <span className="outbound">
        <bdi className="strong num">{row.tracking_no}</bdi>
        <span className="small muted">
          <bdi>{to}</bdi> · {t('shipping:contents.count', { count: row.item_count })} ·{' '}
          {format.dateTime(row.sent_at ?? row.created_at)}
        </span>
      </span>
      <Tag>{row.picked_up ? t('sending:sent.pickedUp') : t(`values:shipment.${row.state}`)}</Tag>
      <Button variant="quiet" onClick={() => onOpen(row.tracking_no)} testId={`open-${row.tracking_no}`}>
        {action}
      </Button>
    </div>
  );
}
