import type { EventStore, LogEvent } from '@atelier/event-store/types.ts';
import type { ReadLogPageRequest } from '@atelier/event-store/log-requests.ts';

/** Positions that one call reads at most: a tenth of a second where nearly nothing passes the filter. */
const STRETCH = 20_000;
const STRETCHES = 4;

/** One page, from as many stretches of the log as it takes to fill it, at most four. */
export async function readStretches(
  store: Pick<EventStore, 'readLogPage'>,
  request: Omit<ReadLogPageRequest, 'stretch'>,
): Promise<{ readonly events: readonly LogEvent[]; readonly next: number | null }> {
  const events: LogEvent[] = [];
  let next: number | null = request.beyond ?? null;
  for (let turn = 0; turn < STRETCHES && events.length < request.limit; turn += 1) {
    const limit = request.limit - events.length;
    const page = await store.readLogPage({
      ...request,
      limit,
      beyond: next ?? undefined,
      stretch: request.only === undefined ? STRETCH : Number.MAX_SAFE_INTEGER,
    });
    events.push(...page.events);
    next = page.next;
    if (next === null) break;
  }
  return { events, next };
}
