import type { WaiverView } from '@atelier/contracts/repair/decisions-schema.ts';
import type { HistoryEntry } from '@atelier/contracts/repair-detail/schema.ts';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../../lib/api/client.ts';
import { notify } from '@atelier/ui/feedback/notify.ts';

/** Who decided, and how, out of the item's own history; null without a decision: it left for another reason. */
export function decisionIn(history: readonly HistoryEntry[]): { by: string; isApproved: boolean } | null {
  const last = history.findLast(({ type }) => type === 'WaiverDecided');
  return last === undefined ? null : { by: last.actor, isApproved: last.details['decision'] === 11 };
}

/**
 * Tells of requests that left the inbox while one looked: by whom they were decided. What one decided oneself is said by
 * one's own notice; answers how to mark it so.
 */
export function useToldOfOthers(lines: readonly WaiverView[] | undefined): (itemId: number) => void {
  const { t } = useTranslation('decisions');
  const before = useRef<ReadonlyMap<number, string>>(new Map());
  const own = useRef(new Set<number>());
  useEffect(() => {
    if (lines === undefined) return;
    const now = new Map(lines.map(({ item }) => [item.id, item.number]));
    const gone = [...before.current].filter(([id]) => !now.has(id) && !own.current.has(id));
    before.current = now;
    for (const [id, number] of gone) void tell(id, number);

    async function tell(id: number, number: string): Promise<void> {
      const answer = await read('/rma/history', { rma_item_id: id }).catch(() => null);
      const decided = answer === null ? null : decisionIn(answer.data);
      if (decided === null) return notify({ tone: 'good', title: t('waivers.gone', { number }) });
      const { by: name, isApproved } = decided;
      const title = isApproved
        ? t('waivers.othersApproved', { name, number })
        : t('waivers.othersRejected', { name, number });
      return notify({ tone: 'good', title });
    }
  }, [lines, t]);
  return useCallback((itemId: number) => void own.current.add(itemId), []);
}
