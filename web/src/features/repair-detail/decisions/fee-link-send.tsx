import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Mail, MessageSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { PartState } from '../part-state.tsx';
import type { DataOf } from '../../../lib/api/calls.ts';
import { readQuery } from '../../../lib/api/read-query.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { DETAIL } from '../../../shared/queries/item.ts';

type Way = DataOf<'GET', '/rma/fee/link/ways'>[number];

const waysQuery = (itemId: number) =>
  readQuery(['fee-link', 'ways', itemId], '/rma/fee/link/ways', { rma_item_id: itemId }, { ...DETAIL });

/** A worker writes the message down within seconds: the piece's list is read again then. */
const PLANNED_AFTER_MS = [1_000, 4_000] as const;

interface FeeLinkSendProps {
  item: ItemView;
  /** A link is shown: sending ends it. */
  isShown: boolean;
  onSent: () => void;
}

/** The link by the ways that reach this customer; where one is closed, why (product/repair.md §12.1). */
export function FeeLinkSend({ item, isShown, onSent }: FeeLinkSendProps) {
  const { t } = useTranslation(['rma', 'feelink']);
  const ways = useQuery(waysQuery(item.id));
  return (
    <div className="stack gap-8 items-start" data-testid="fee-link-ways">
      <PartState part={ways} />
      {ways.data?.data.map((way) => (
        <SendBy key={way.way} itemId={item.id} way={way} onSent={onSent} />
      ))}
      {isShown && <p className="small muted">{t('feelink:send.replaces')}</p>}
    </div>
  );
}

interface SendByProps {
  itemId: number;
  way: Way;
  onSent: () => void;
}

function SendBy({ itemId, way: { way, channel, why, due_at: due }, onSent }: SendByProps) {
  const { t } = useTranslation(['rma', 'feelink', 'messages']);
  const format = useStaffFormat();
  const client = useQueryClient();
  const Icon = way === 'email' ? Mail : MessageSquare;
  const later = due === null ? null : format.dateTime(due);
  const send = useCommand(() => ({ path: '/rma/fee/link/send', body: { rma_item_id: itemId, way } }), {
    done: later === null ? t('feelink:send.done') : t('feelink:send.doneLater', { at: later }),
    refreshes: [waysQuery(itemId).queryKey],
    onSuccess: () => {
      for (const wait of PLANNED_AFTER_MS)
        setTimeout(() => void client.invalidateQueries({ queryKey: ['messages', itemId] }), wait);
      onSent();
    },
  });
  const note = why === null ? later && t('feelink:send.later', { at: later }) : t(`messages:why.${why}`);
  return (
    <div className="stack gap-4 items-start">
      <Button
        icon={<Icon size={16} aria-hidden />}
        busy={send.isPending}
        disabled={why !== null}
        onClick={() => send.mutate()}
        testId={`fee-link-send-${way}`}
      >
        {t(`feelink:send.${channel ?? way}`)}
      </Button>
      {note !== null && <span className="small muted">{note}</span>}
    </div>
  );
}
