import type { ItemView } from '@atelier/contracts/rma/schema.ts';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { screenNow } from '../../lib/time/screen-clock.ts';
import { isPastDue } from '../../shared/item/urgency.ts';

type Late = Pick<ItemView, 'id' | 'tracking_number' | 'shipment_id' | 'status_entered_at' | 'due_at'>;

/** Where late pieces lie: the draft that holds most of them; without one, the pieces to choose. */
export function lateDraft(rows: readonly Late[], now: number): { tracking: string } | { items: number[] } {
  const late = rows.filter((row) => isPastDue(row, now));
  const counts = new Map<string, number>();
  for (const row of late)
    if (row.shipment_id !== null) counts.set(row.tracking_number, (counts.get(row.tracking_number) ?? 0) + 1);
  const [fullest] = [...counts].sort(([, a], [, b]) => b - a);
  if (fullest !== undefined) return { tracking: fullest[0] };
  return { items: late.map(({ id }) => id) };
}

/** `?bucket=over`, from the dashboard: opens the draft that holds the late pieces at its signature, or chooses them. */
export function useLateDraft(rows: readonly ItemView[], isRead: boolean): void {
  const [params, setParams] = useSearchParams();
  const isWanted = params.get('bucket') === 'over' && isRead;
  useEffect(() => {
    if (!isWanted) return;
    setParams((before) => withLate(before, lateDraft(rows, screenNow())), { replace: true });
  }, [isWanted, rows, setParams]);
}

function withLate(before: URLSearchParams, found: ReturnType<typeof lateDraft>): URLSearchParams {
  const after = new URLSearchParams(before);
  after.delete('bucket');
  if ('tracking' in found) {
    after.set('tracking', found.tracking);
    after.set('sign', '1');
  } else if (found.items.length > 0) after.set('item', found.items.join(','));
  return after;
}
