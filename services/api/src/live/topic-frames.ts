import type { LiveRemoved } from '@atelier/domain/live/contract.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type {
  ItemPlace,
  LiveItem,
  LiveOther,
  PlacedItem,
} from '@atelier/application/live/live-sources.queries.ts';
import type { Audience } from '@atelier/application/repair-detail/item-view.queries.ts';
import type { LiveConnection } from './connection.ts';
import { changeFrame, joined, type Frame } from './frames.ts';
import { isNotice } from './notices.ts';
import type { Subscriptions } from './subscriptions.ts';
import { widestFirst } from './topics.ts';

/** A changed item with its JSON per audience, made when first asked for and never twice. */
export class RowJson {
  readonly item: LiveItem;
  readonly #texts = new Map<Audience, string>();

  constructor(item: LiveItem) {
    this.item = item;
  }

  for(audience: Audience): string {
    const known = this.#texts.get(audience);
    if (known !== undefined) return known;
    const text = JSON.stringify({ kind: 'item', ...this.item.viewFor(audience) });
    this.#texts.set(audience, text);
    return text;
  }
}

/** A changed row of another kind; every audience that may see it sees the same. */
export class OtherJson {
  readonly other: LiveOther;
  #text: string | undefined;

  constructor(other: LiveOther) {
    this.other = other;
  }

  get text(): string {
    this.#text ??= JSON.stringify(this.other.row);
    return this.#text;
  }
}

/** An item that stands in a topic, and the sites that saw it before. */
interface ChangedItem {
  readonly row: RowJson;
  readonly passed: ItemPlace;
}

/** What a stretch of the log changes for one topic: the rows that stand in it now, and the items that left it. */
export interface TopicChange {
  readonly rows: ChangedItem[];
  readonly others: OtherJson[];
  readonly left: LiveRemoved[];
}

interface Parts {
  readonly rows: readonly string[];
  readonly removed: readonly LiveRemoved[];
}

/** One change of one topic for the screens of one variant, as a frame per position. */
class TopicFrame {
  readonly #topic: string;
  readonly #epoch: string;
  readonly #parts: Parts;
  readonly #made = new Map<number, Frame>();

  constructor(topic: string, epoch: string, parts: Parts) {
    this.#topic = topic;
    this.#epoch = epoch;
    this.#parts = parts;
  }

  /** @param position where a screen that was cut right after this frame resumes from */
  at(position: number): Frame {
    const made =
      this.#made.get(position) ??
      changeFrame({ topic: this.#topic, epoch: this.#epoch, position, ...this.#parts });
    this.#made.set(position, made);
    return made;
  }
}

/** What a batch says to some screens, the widest topic first: screens that are due the same frames share one. */
class DueFrames {
  readonly #frames: readonly TopicFrame[];
  readonly #with = new Map<TopicFrame, DueFrames>();
  #bytes: Frame | undefined;

  constructor(frames: readonly TopicFrame[] = []) {
    this.#frames = frames;
  }

  get count(): number {
    return this.#frames.length;
  }

  /** The same and one more; always the same object for the same one. */
  with(frame: TopicFrame): DueFrames {
    const known = this.#with.get(frame) ?? new DueFrames([...this.#frames, frame]);
    this.#with.set(frame, known);
    return known;
  }

  /**
   * All of it as one piece, made once. Only the last frame carries the batch's end: a screen that is cut before it
   * resumes from the batch's start, at any node, wherever that node's batches end.
   */
  bytes(start: number, end: number): Frame {
    this.#bytes ??= joined(
      this.#frames.map((frame, index) => frame.at(index === this.#frames.length - 1 ? end : start)),
    );
    return this.#bytes;
  }
}

/** Which screens get which frames of a batch that ends at this position. */
export function framesDue(
  topics: ReadonlyMap<string, TopicChange>,
  subscriptions: Subscriptions,
  { epoch, position }: { readonly epoch: string; readonly position: number },
): ReadonlyMap<LiveConnection, DueFrames> {
  const due = new Map<LiveConnection, DueFrames>();
  const nothing = new DueFrames();
  for (const [topic, change] of [...topics].toSorted(([a], [b]) => widestFirst(a, b))) {
    for (const screens of subscriptions.variantsOf(topic)) {
      const parts = authorise(change, screens);
      if (parts === undefined) continue;
      const frame = new TopicFrame(topic, epoch, parts);
      for (const connection of screens) {
        // A screen that comes from a node further ahead has had this batch already.
        if (position <= connection.seenIn(epoch)) continue;
        due.set(connection, (due.get(connection) ?? nothing).with(frame));
      }
    }
  }
  return due;
}

/**
 * Authorised row by row, once for all screens of one variant: what they may not see now is at most said to be gone.
 * Undefined when the change says nothing to them.
 */
function authorise(
  { rows, others, left }: TopicChange,
  [screen]: Iterable<LiveConnection>,
): Parts | undefined {
  if (screen === undefined) return undefined;
  const { audience, scope } = screen;
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

function removedOf({ id, version }: PlacedItem): LiveRemoved {
  return { kind: 'item', id, version };
}

/** Asked again for every delivered row: what moved out of view is not sent any more. */
export function maySeeItem(scope: DataScope, place: ItemPlace): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'store':
      return place.storeId === scope.siteId || place.guestAt === scope.siteId;
    case 'site':
      return place.sites.includes(scope.siteId);
    case 'none':
      return false;
    default:
      return scope satisfies never;
  }
}

export function maySeeOther(scope: DataScope, other: LiveOther): boolean {
  const { kind } = other.row;
  if (scope.kind === 'all' || isNotice(kind)) return true;
  return scope.kind !== 'none' && other.seenBy.includes(scope.siteId);
}
