import type { CallClient, CallListView } from '@atelier/contracts/repair/call-list-schema.ts';
import { CalendarClock, Clock, PhoneOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '@atelier/ui/class-names.ts';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { AgeCell } from '../../../shared/item/piece-cells.tsx';
import { PieceImage } from '../../../shared/item/piece-image.tsx';
import { type DrawnQuery, QueryView } from '../../../shared/paged-table/query-view.tsx';

export interface ToCallPanelProps {
  query: DrawnQuery<unknown>;
  list: CallListView | undefined;
  chosen: number | undefined;
  onChoose: (itemId: number) => void;
}

/** Whom to call, the longest waiting first, and what became of those who were called. */
export function ToCallPanel({ query, list, chosen, onChoose }: ToCallPanelProps) {
  const { t } = useTranslation('calls');
  const { number } = useStaffFormat();
  const clients = list?.clients ?? [];
  return (
    <Panel
      title={t('toCall')}
      aside={clients.length > 0 && t('longestFirst', { total: number(clients.length) })}
      testId="to-call-list"
    >
      <QueryView
        query={query}
        skeleton={{ rows: 6, height: 36 }}
        padded
        isEmpty={() => clients.length === 0}
        empty={
          <EmptyState title={t('nobody')} icon={<PhoneOff aria-hidden />}>
            {t('nobodyBody')}
          </EmptyState>
        }
      />
      <ol className="call-rows" aria-label={t('toCall')}>
        {clients.map((client) => (
          <li key={client.item_id}>
            <ClientRow client={client} isOn={client.item_id === chosen} onChoose={onChoose} />
          </li>
        ))}
      </ol>
      <p className="call-sum small muted">
        <Clock size={15} aria-hidden /> {t('leftToday')}
        <b className="num" data-testid="left-today">
          {list === undefined ? '–' : number(list.left_today)}
        </b>
      </p>
      <p className="call-sum small muted">
        <CalendarClock size={15} aria-hidden /> {t('later')}
        <b className="num" data-testid="due-later">
          {list === undefined ? '–' : number(list.later)}
        </b>
      </p>
    </Panel>
  );
}

interface ClientRowProps {
  client: CallClient;
  isOn: boolean;
  onChoose: (itemId: number) => void;
}

function ClientRow({ client, isOn, onChoose }: ClientRowProps) {
  const { t } = useTranslation('calls');
  const { number } = useStaffFormat();
  const [piece] = client.items;
  return (
    <button
      type="button"
      data-keys-through
      className={classNames('call-row', isOn && 'on')}
      aria-current={isOn}
      onClick={() => onChoose(client.item_id)}
      data-testid={`call-${client.item_id}`}
    >
      <PieceImage kind={piece?.product_kind ?? ''} src={piece?.product_image ?? null} size={38} />
      <span className="call-who">
        <bdi className="strong clip">{client.fullname}</bdi>
        <bdi className="small muted num clip">{piece?.number}</bdi>
        {client.last_text !== null && (
          <span className="small clip" dir="auto" title={t('wrote')} data-testid="last-text">
            {client.last_text.text}
          </span>
        )}
      </span>
      <span className="call-age">
        {piece !== undefined && <AgeCell item={piece} />}
        <span className="small muted">{t('call', { number: number(client.calls + 1) })}</span>
      </span>
    </button>
  );
}
