import { micros } from '@atelier/domain/kernel.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { StoredEvent } from '@atelier/event-store/types.ts';

/** An event with the moments from which it is true and known. */
export interface ByRule {
  readonly event: StoredEvent;
  readonly trueFrom: string;
  readonly known: string;
}

/** The rule of docs/product/audit.md §2 once more, as plainly as it can be said: for each event all that lies before it. */
export function placedByRule(events: readonly StoredEvent[]): readonly ByRule[] {
  const own = (event: StoredEvent) => {
    const data: Readonly<Record<string, unknown>> = { ...event.data };
    return micros(String(data['at'] ?? data['createdAt']));
  };
  const least = (...times: string[]) => times.toSorted()[0] ?? '';
  const most = (...times: string[]) => times.toSorted().at(-1) ?? '';
  return events.map((event, index) => {
    const before = events.slice(0, index).filter(({ type }) => type !== 'ItemScanned');
    const known = most(...[...before, event].map(({ recordedAt }) => micros(recordedAt)));
    const first = least(own(before[0] ?? event), micros((before[0] ?? event).recordedAt));
    const trueFrom =
      event.type === 'ItemScanned'
        ? most(first, least(own(event), micros(event.metadata.occurredAt), known))
        : most(...[...before, event].map((each) => least(own(each), micros(each.recordedAt))));
    return { event, trueFrom, known };
  });
}

/** Whether a scope sees a piece by its row. */
export function sees(scope: DataScope, row: Readonly<Record<string, unknown>>): boolean {
  const sites = row['visible_sites'];
  const isIn = 'siteId' in scope && Array.isArray(sites) && sites.includes(scope.siteId);
  return scope.kind === 'all' || isIn || (scope.kind === 'store' && row['store_id'] === scope.siteId);
}
