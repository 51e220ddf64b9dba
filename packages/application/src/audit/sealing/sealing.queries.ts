import { fold } from '@atelier/domain/decider.ts';
import { SEALING_STREAM, type SealingEvent } from '@atelier/domain/system/sealing/events.ts';
import { evolveSealing, initialSealing, type SealingState } from '@atelier/domain/system/sealing/sealing.ts';
import type { SealingView } from '@atelier/contracts/system/sealing/schema.ts';
import { latestCheckpoint } from '@atelier/transparency-log/proof/tree-tables.ts';
import type { DomainEvent, EventStore } from '@atelier/event-store/types.ts';
import { type Kysely, sql } from 'kysely';
import { queryable, type Database } from '../../platform/database.ts';
import { findStreamNames } from '../subject-names.queries.ts';
import { oldestUnsealed, SEALED_LATE_MS } from '../unsealed.queries.ts';

const COUNTED = 1_000;

/** How far the log is sealed, and what keeps it from being sealed. Inside `inScope`, for the names of records. */
export async function sealingStanding(
  db: Kysely<Database>,
  store: Pick<EventStore, 'readStream'>,
  now: Date,
): Promise<SealingView> {
  const [latest, oldest, waiting, troubles] = [
    await latestCheckpoint(queryable(db)),
    await oldestUnsealed(db),
    await countUnsealed(db),
    await openSealingTroubles(store),
  ];
  const names = await findStreamNames(
    db,
    troubles.flatMap(({ stream }) => stream ?? []),
  );
  return {
    events: latest?.size ?? 0,
    position: latest?.position ?? 0,
    sealed_at: latest?.sealedAt.toISOString() ?? null,
    waiting,
    waiting_since: oldest?.toISOString() ?? null,
    is_late: oldest !== undefined && now.getTime() - oldest.getTime() > SEALED_LATE_MS,
    troubles: troubles.map((each) => ({ ...each, subject: names.get(each.stream ?? '') ?? null })),
  };
}

async function countUnsealed(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from (
      select from events e where e.position > (select coalesce(max(position), 0) from log_checkpoints)
         and e.position <= (select position from log_horizon) limit ${COUNTED}) counted`.execute(db);
  return rows[0]?.waiting ?? 0;
}

/** Troubles of sealing that stand now. */
async function openSealingTroubles(store: Pick<EventStore, 'readStream'>): Promise<SealingState> {
  return sealingStateOf((await store.readStream(SEALING_STREAM)).events);
}

const TYPES: ReadonlySet<string> = new Set<SealingEvent['type']>(['LogSealingRefused', 'LogSealingResumed']);
const isSealing = (event: DomainEvent): event is SealingEvent => TYPES.has(event.type);
/** Troubles that stand after these events. */
export const sealingStateOf = (events: readonly DomainEvent[]): SealingState =>
  fold(evolveSealing, initialSealing, events.filter(isSealing));
