import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { SavPieceView } from '@atelier/contracts/shipping/sav-check-schema.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { useReading } from '../../shared/item/reading.ts';
import { ByLine } from '../../shared/decisions/by-line.tsx';
import { useQuery } from '@tanstack/react-query';
import { savOfPieceQuery } from './queries.ts';

/** What the checks of its packages said of this piece, the newest first; nothing where only counts were given. */
export function SavPart({ item }: { item: ItemView }) {
  const { t } = useTranslation(['decisions', 'status']);
  const isPast = useReading() !== null;
  const isAway = item.rma_status_id !== Status.Created && !isPast;
  const said = useQuery({ ...savOfPieceQuery(item.id), enabled: isAway }).data?.data ?? [];
  if (said.length === 0) return null;
  return (
    <section className="part" data-testid="sav-part">
      <h3>{t('status:name.17')}</h3>
      <ol className="ledger stack gap-0">
        {said.map((check) => (
          <li key={check.at}>
            <Found check={check} />
            <bdi className="small muted num">{check.tracking_no}</bdi>
            <ByLine name={check.by} at={check.at} className="wide" />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Found({ check }: { check: SavPieceView }) {
  const { t } = useTranslation('decisions');
  const format = useStaffFormat();
  const ticked = [
    ...(check.wrong_reason ? [t('savCheck.count.wrong')] : []),
    ...(check.no_warranty ? [t('savCheck.count.without')] : []),
  ];
  return (
    <span className={ticked.length === 0 ? undefined : 'strong'}>
      {ticked.length === 0 ? t('savCheck.pieceFine') : format.list(ticked)}
    </span>
  );
}
