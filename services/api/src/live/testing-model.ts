import type { World } from '@atelier/application/projections/testing.ts';
import { parseTopic } from './topics.ts';

/** What the read model holds of an item, to compare screens with. */
export interface TrueItem {
  readonly id: number;
  readonly version: number;
  readonly rma_id: number;
  readonly store_id: number;
  readonly status: number;
  readonly visible_sites: readonly number[];
}

export async function readTruth({ projector }: World): Promise<readonly TrueItem[]> {
  return projector
    .selectFrom('item_row')
    .select(['id', 'version', 'rma_id', 'store_id', 'status', 'visible_sites'])
    .execute();
}

type Versioned = Pick<TrueItem, 'id' | 'version'>;

/** Whether an item stands in a topic. */
export function standsIn(name: string, item: TrueItem): boolean {
  const topic = parseTopic(name);
  if (topic?.kind === 'store') return item.store_id === topic.siteId;
  if (topic?.kind === 'site') return item.visible_sites.includes(topic.siteId);
  if (topic?.kind === 'stage')
    return item.visible_sites.includes(topic.siteId) && item.status === topic.status;
  if (topic?.kind === 'item') return item.id === topic.id;
  return topic?.kind === 'rma' && item.rma_id === topic.id;
}

/** What a screen holds of one topic, by the rules the real screens follow: versions decide, nothing else. */
export class TopicModel {
  readonly topic: string;
  readonly held = new Map<number, number>();
  readonly #gone = new Map<number, number>();

  constructor(topic: string) {
    this.topic = topic;
  }

  apply(change: { readonly rows: readonly Versioned[]; readonly removed?: readonly Versioned[] }): void {
    for (const { id, version } of change.rows) this.#take(id, version);
    for (const { id, version } of change.removed ?? []) this.#drop(id, version);
  }

  /** The list call's answer, asked for after the server said "subscribed" or "resync". */
  read(items: readonly TrueItem[]): void {
    const standing = items.filter((item) => standsIn(this.topic, item));
    const ids = new Set(standing.map(({ id }) => id));
    const newest = new Map(items.map(({ id, version }) => [id, version]));
    for (const id of this.held.keys()) {
      const isStale = !ids.has(id) && (this.held.get(id) ?? 0) <= (newest.get(id) ?? 0);
      if (isStale) this.held.delete(id);
    }
    for (const { id, version } of standing) this.#take(id, version);
  }

  #take(id: number, version: number): void {
    if (version <= (this.#gone.get(id) ?? 0) || version < (this.held.get(id) ?? 0)) return;
    this.held.set(id, version);
  }

  #drop(id: number, version: number): void {
    this.#gone.set(id, Math.max(version, this.#gone.get(id) ?? 0));
    if ((this.held.get(id) ?? 0) <= version) this.held.delete(id);
  }
}
