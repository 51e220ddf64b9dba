import { SEARCH_LENGTH } from '@atelier/domain/repair-list/contract.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { ScanLine } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { readQuery } from '../../../lib/api/read-query.ts';
import { PieceCell } from '../../../shared/item/piece-cells.tsx';
import { QueryView } from '../../../shared/paged-table/query-view.tsx';
import type { FoundPiece } from './use-find-client.ts';

/** What waits for its client here, the longest first; of those that were looked for. */
const waitingQuery = (q: string) =>
  readQuery(['rma', 'pickup', q], '/rma', {
    status: String(Status.ShopReceived),
    guests: 'included',
    page_size: 50,
    ...(q.length >= SEARCH_LENGTH.least && { q }),
  });

interface PickupStartProps {
  isBusy: boolean;
  /** What was typed, as a scan of it. */
  onFind: (code: string) => void;
  onOpen: (piece: FoundPiece) => void;
}

/** Before a client is chosen: a code, or a name, a phone number or a number. */
export function PickupStart({ isBusy, onFind, onOpen }: PickupStartProps) {
  const { t } = useTranslation('pickup');
  const [typed, setTyped] = useState('');
  const query = useQuery(waitingQuery(useDeferredValue(typed.trim())));
  const rows = query.data?.data ?? [];
  const open = (row: ItemView) => onOpen({ rmaId: row.rma_id, itemId: row.id });
  return (
    <div className="pickup-start stack" data-testid="pickup-start" aria-busy={isBusy || undefined}>
      <div className="pickup-ask flex middle gap-16">
        <ScanLine size={30} aria-hidden />
        <div className="grows">
          <TextField
            label={t('start.label')}
            hint={t('start.hint')}
            autoFocus
            autoComplete="off"
            spellCheck={false}
            maxLength={SEARCH_LENGTH.most}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && typed.trim() !== '' && onFind(typed)}
            testId="pickup-search"
          />
        </div>
      </div>
      <Panel title={t('start.waiting')} aside={query.data?.total}>
        <QueryView
          query={query}
          skeleton={{ rows: 6, height: 52 }}
          isEmpty={() => rows.length === 0}
          empty={<p className="panel-body muted">{t('start.none')}</p>}
        />
        {rows.map((row) => (
          <button
            key={row.id}
            type="button"
            className="pickup-waiting"
            onClick={() => open(row)}
            data-testid={`pickup-open-${row.id}`}
          >
            <PieceCell item={row} size={44} />
            <bdi className="strong">{row.fullname}</bdi>
          </button>
        ))}
      </Panel>
    </div>
  );
}
