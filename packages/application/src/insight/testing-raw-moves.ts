import { evolveItem } from '@atelier/domain/repair/evolve.ts';
import type { Path } from '@atelier/domain/insight/process.ts';
import type { ItemEvent } from '@atelier/domain/repair/item/events.ts';
import { initialItem, type ItemState } from '@atelier/domain/repair/item/item.ts';
import { moveKindOf } from '@atelier/domain/repair/item/moves.ts';
import { visibleSites } from '@atelier/domain/repair/row.ts';
import { isStatusId, Status } from '@atelier/domain/shared/status.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { placedByRule, type ByRule } from '../audit/testing-by-rule.ts';
import type { World } from '../projections/testing.ts';
import type { FlowAsked } from './stays.queries.ts';

/** Moves and stays of a piece as its own events name them: no read model, and none of the code that fills one. */

export async function readItems(world: World): Promise<ReadonlyMap<number, readonly ByRule[]>> {
  const owner = createPool({ connectionString: world.database.adminUrl, role: 'owner', max: 1 });
  const { rows } = await owner.query<{ stream_id: string }>(
    `select stream_id from streams where stream_id like 'item-%'`,
  );
  await owner.end();
  const placed = new Map<number, readonly ByRule[]>();
  for (const { stream_id } of rows) {
    const { events } = await world.store.readStream(stream_id);
    placed.set(Number(stream_id.slice(5)), placedByRule(events));
  }
  return placed;
}

/** A move that stands, or in `undone` the taking back of one. */
export interface Move {
  readonly item: number;
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly kind: string;
  readonly fromSite: number | null;
  readonly site: number | null;
  /** Milliseconds of the stay before it. */
  readonly took: number;
  /** The sites that see the piece after it. */
  readonly seen: readonly number[];
}
interface Stay {
  readonly from: number;
  readonly status: number;
  readonly site: number | null;
  readonly entered: number;
  readonly seen: readonly number[];
}

/** The sites that see the piece after each of its events; a moment cuts events off at the end alone. */
function sitesAfterEach(events: readonly ByRule[]): readonly (readonly number[])[] {
  const known = folded.get(events);
  if (known !== undefined) return known;
  let piece: ItemState = initialItem;
  const sites = events.map(({ event }) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the streams read are those of items
    piece = evolveItem(piece, event as unknown as ItemEvent);
    return piece.kind === 'item' ? visibleSites(piece) : [];
  });
  folded.set(events, sites);
  return sites;
}
const folded = new WeakMap<readonly ByRule[], readonly (readonly number[])[]>();

/** As known at the moment. */
export function movesOf(
  item: number,
  events: readonly ByRule[],
  { moment }: Pick<FlowAsked, 'moment'>,
): { moves: Move[]; undone: Move[]; stays: Stay[] } {
  const until = (limit: string | null | undefined) => (limit ? Date.parse(limit) : Infinity);
  const [moves, undone, stays]: [Move[], Move[], Stay[]] = [[], [], []];
  let [status, site, entered] = [1, null as number | null, 0];
  const sites = sitesAfterEach(events);
  let newest: Move[] = moves;
  for (const [index, { event: stored, trueFrom, known }] of events.entries()) {
    if (Date.parse(trueFrom) > until(moment?.asOf) || Date.parse(known) > until(moment?.knownAt)) continue;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the streams read are those of items
    const event = stored as unknown as ItemEvent;
    const at = Date.parse(trueFrom);
    const before = { status, site, entered };
    const seen = sites[index] ?? [];
    if (event.type === 'ItemDeposited')
      [site, entered] = [event.data.storeId, Date.parse(event.data.createdAt)];
    else if (event.type === 'CustodyTransferred')
      site = event.data.to.kind === 'site' ? event.data.to.siteId : null;
    else if (event.type === 'ItemStatusChanged') {
      const { to, move: kind, enteredAt } = event.data;
      const took = at - before.entered;
      newest = kind.startsWith('undo') ? undone : moves;
      if (newest === undone) moves.pop();
      newest.push({ item, at, from: status, to, kind, fromSite: before.site, site, took, seen });
      [status, entered] = [to, Date.parse(enteredAt)];
    } else continue;
    const last = newest.at(-1);
    // The change of hands that belongs to a move stands right after it, at the same moment.
    if (event.type === 'CustodyTransferred' && last !== undefined && last.at === at)
      newest[newest.length - 1] = { ...last, site, seen };
    stays.push({ from: at, status, site, entered, seen });
  }
  return { moves, undone, stays };
}

/** What a move was against the table: a step, a way back, or one of the ways outside the rules. */
export function rawPathOf({ from, to, kind }: Pick<Move, 'from' | 'to' | 'kind'>): Path {
  if (!isStatusId(from) || !isStatusId(to)) throw new RangeError(`${from} → ${to}`);
  switch (kind) {
    case 'rework':
    case 'recall':
      return 'back';
    case 'override':
    case 'administrative':
    case 'settlement':
      return kind;
    case 'undo':
    case 'undo-administrative':
      return 'undone';
    case 'closing':
      return from === Status.TakenByClient && to === Status.Closed ? 'step' : 'unlisted';
    case 'store-reject':
      return from === Status.ShopReceived && to === Status.Closed ? 'step' : 'unlisted';
    default:
      return ['forward', 'lateral', 'cancel'].includes(moveKindOf(from, to) ?? '') ? 'step' : 'unlisted';
  }
}
