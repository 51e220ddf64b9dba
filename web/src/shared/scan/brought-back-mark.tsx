import type { HistoryEntry, ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { StatusId } from '@atelier/domain/shared/status.ts';
import { Undo2 } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { historyQuery } from '../queries/item.ts';
import { LineMark } from './pieces-panel.tsx';

const isBack = (target: number) => (entry: HistoryEntry) =>
  (entry.move === 'rework' || entry.move === 'recall') && entry.to_status === target;

/** When a piece of a later stage was brought back here, or when that was undone: the history knows, read for the few rows that show it. */
export function BroughtBackMark({ item, target }: { item: ItemView; target: StatusId }) {
  const { t } = useTranslation('bench');
  const { time } = useStaffFormat();
  const history = useQuery({ ...historyQuery(item.id), staleTime: 0 }).data?.data ?? [];
  const back = history.findLast(isBack(target));
  const end = history.findLast(({ move, version }) => move === 'undo' && version > (back?.version ?? 0));
  if (back === undefined) return <LineMark item={item} target={target} />;
  const isUndone = item.rma_status_id !== target && end !== undefined;
  return (
    <span
      className="mark middle gap-5 nowrap undone small num"
      data-testid={isUndone ? 'undone-mark' : 'brought-back-mark'}
    >
      <Undo2 size={14} aria-hidden className="flips" />
      <bdi>
        {isUndone ? t('session.undoneAt', { time: time(end.at) }) : t('back.mark', { time: time(back.at) })}
      </bdi>
    </span>
  );
}
