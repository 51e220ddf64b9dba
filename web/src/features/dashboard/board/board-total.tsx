import type { BoardColumn } from '@atelier/contracts/dashboard/schema.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { Link } from 'react-router-dom';
import { boardTotal } from './board-state.ts';
import { useLateCount } from './lane-query.ts';

interface BoardTotalProps {
  readonly siteId: number;
  readonly columns: readonly BoardColumn[];
  readonly lanes: ReadonlyMap<number, readonly number[]>;
}

/** How many pieces stand on the board and how many of them are late; the board around it does not paint with it. */
export function BoardTotal({ siteId, columns, lanes }: BoardTotalProps) {
  const { t } = useTranslation('dashboard');
  const { number } = useStaffFormat();
  const ids = useMemo(() => [...lanes.values()].flat(), [lanes]);
  const late = useLateCount(ids);
  const { pieces, isRead } = boardTotal(columns, lanes);
  return (
    <>
      {t('board.pieces', { count: pieces })}
      {isRead && ' · '}
      {isRead && late === 0 && t('board.late', { count: 0, formatted: number(0) })}
      {isRead && late > 0 && (
        <Link
          className="link"
          to={`/operation/listRma?past_target=yes&site_id=${siteId}`}
          title={t('board.openLate')}
          data-testid="open-late"
        >
          {t('board.late', { count: late, formatted: number(late) })}
        </Link>
      )}
    </>
  );
}
