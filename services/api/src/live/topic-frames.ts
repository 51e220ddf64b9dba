import type { LiveRemoved } from '@atelier/domain/live/contract.ts';
import type { PlacedItem } from '@atelier/application/live/live-sources.queries.ts';
import { maySeeItem, maySeeOther } from './audience-rows.ts';
import type { TopicChange } from './change-set.ts';
import type { LiveConnection } from './connection.ts';
import { changeFrame } from './frames.ts';
import type { Frame } from './frames.ts';
import type { Subscriptions } from './subscriptions.ts';
import { widestFirst } from './topics.ts';

interface Parts {
  readonly rows: readonly string[];
  readonly removed: readonly LiveRemoved[];
}

/**
 * One change of one topic as frames: made once per variant of screens and position, shared by all screens that get
 * the same.
 */
class TopicFrames {
  readonly #topic: string;
  readonly #change: TopicChange;
  readonly #epoch: string;
  readonly #parts = new Map<string, Parts | undefined>();
  readonly #made = new Map<string, Frame>();

  constructor(topic: string, change: TopicChange, epoch: string) {
    this.#topic = topic;
    this.#change = change;
    this.#epoch = epoch;
  }

  /** Whether the change says anything to screens of this variant. */
  concerns(connection: LiveConnection): boolean {
    return this.#partsFor(connection) !== undefined;
  }

  /** @param position where a screen that was cut right after this frame resumes from */
  for(connection: LiveConnection, position: number): Frame {
    const key = `${connection.variant} ${position}`;
    const made =
      this.#made.get(key) ??
      changeFrame({
        topic: this.#topic,
        epoch: this.#epoch,
        position,
        ...(this.#partsFor(connection) ?? { rows: [] }),
      });
    this.#made.set(key, made);
    return made;
  }

  #partsFor(connection: LiveConnection): Parts | undefined {
    const { variant } = connection;
    if (!this.#parts.has(variant)) this.#parts.set(variant, this.#authorise(connection));
    return this.#parts.get(variant);
  }

  /** Authorised row by row: what this variant may not see now is at most said to be gone. */
  #authorise({ audience, scope }: LiveConnection): Parts | undefined {
    const { rows, others, left } = this.#change;
    const seen = rows.filter(({ row }) => maySeeItem(scope, row.item.place));
    const lost = rows.filter(
      ({ row, passed }) => !maySeeItem(scope, row.item.place) && maySeeItem(scope, passed),
    );
    const texts = [
      ...seen.map(({ row }) => row.for(audience)),
      ...others.filter(({ other }) => maySeeOther(scope, other)).map((each) => each.text),
    ];
    const removed = [...left, ...lost.map(({ row }) => removedOf(row.item))];
    return texts.length === 0 && removed.length === 0 ? undefined : { rows: texts, removed };
  }
}

/** Which screens get which frames of a batch that ends at this position, the widest topic first. */
export function framesDue(
  topics: ReadonlyMap<string, TopicChange>,
  subscriptions: Subscriptions,
  { epoch, position }: { readonly epoch: string; readonly position: number },
): ReadonlyMap<LiveConnection, readonly TopicFrames[]> {
  const due = new Map<LiveConnection, TopicFrames[]>();
  for (const [topic, change] of [...topics].toSorted(([a], [b]) => widestFirst(a, b))) {
    const frames = new TopicFrames(topic, change, epoch);
    for (const connection of subscriptions.of(topic)) {
      // A screen that comes from a node further ahead has had this batch already.
      if (position <= connection.seenIn(epoch) || !frames.concerns(connection)) continue;
      due.set(connection, [...(due.get(connection) ?? []), frames]);
    }
  }
  return due;
}

function removedOf({ id, version }: PlacedItem): LiveRemoved {
  return { kind: 'item', id, version };
}
