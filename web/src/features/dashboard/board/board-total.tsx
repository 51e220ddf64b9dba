import type { BoardColumn } from '@atelier/contracts/dashboard/schema.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { boardTotal } from './board-state.ts';
import { useLateCount } from './lane-query.ts';

interface BoardTotalProps {
  readonly columns: readonly BoardColumn[];
  readonly lanes: ReadonlyMap<number, readonly number[]>;
}

/** How many pieces stand on the board and how many of them are late; the board around it does not paint with it. */
export function BoardTotal({ columns, lanes }: BoardTotalProps) {
  const { t } = useTranslation('dashboard');
  const { number } = useStaffFormat();
  const ids = useMemo(() => [...lanes.values()].flat(), [lanes]);
  const late = useLateCount(ids);
  const { pieces, isRead } = boardTotal(columns, lanes);
  return (
    <>
      {t('board.pieces', { count: pieces })}
      {isRead && ` · ${t('board.late', { count: late, formatted: number(late) })}`}
    </>
  );
}
