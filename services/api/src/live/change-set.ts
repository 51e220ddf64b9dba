import type { LogEvent } from '@atelier/event-store/types.ts';
import type {
  ItemPlace,
  LiveItem,
  LiveOther,
  LiveRowSource,
  PlacedItem,
} from '@atelier/application/live/live-sources.queries.ts';
import { RecentRows } from './recent-rows.ts';
import { OtherJson, RowJson, type TopicChange } from './topic-frames.ts';
import type { JournalEntry } from './journal.ts';
import { isKeptNotice, type Notice } from './notices.ts';
import { LOG_TOPIC, topicsOfItem, topicsOfOther, topicsOfSite } from './topics.ts';
import { topicsLeft } from './topics-left.ts';
import { touchedBy, untraced, type Touched, type TouchedItem } from './touched.ts';

const RECENT_ROWS = 2_000;
const KNOWN_PLACES = 20_000;

/** What a stretch of the log means for the screens of this node. */
export interface ChangeSet {
  readonly touched: Touched;
  /** Per topic: the rows that stand in it now, and the items that left it. */
  readonly topics: ReadonlyMap<string, TopicChange>;
  readonly entries: readonly JournalEntry[];
  /** Some of an item's steps are unknown, because events could not be read: screens must read again. */
  readonly isUncertain: boolean;
}

/** Where an item stood when it was last read, and the sites it had left by then whose events are still to come. */
interface Known {
  readonly place: ItemPlace;
  readonly earlierSites: readonly number[];
}

/**
 * Turns events into changed rows. Keeps where items stood and the newest rows; both are only memory, everything
 * comes from the log and the read model.
 */
export class ChangeReader {
  readonly #source: LiveRowSource;
  readonly #places = new Map<number, Known>();
  readonly recent = new RecentRows(RECENT_ROWS);

  constructor(source: LiveRowSource) {
    this.#source = source;
  }

  /** @param isSubscribed whether a screen of this node has subscribed to a topic: the rows of other topics are not read */
  async read(events: readonly LogEvent[], isSubscribed: (topic: string) => boolean): Promise<ChangeSet> {
    const touched = touchedBy(events);
    await this.#addItemsOfRmas(touched);
    const topics = new Map<string, TopicChange>();
    const items = await this.#readItems(touched, topics, isSubscribed);
    const others = await this.#readOthers(touched, topics);
    const { isUncertain } = items;
    noteLog(events.at(-1), topics, isSubscribed);
    return { touched, topics, entries: [...items.entries, ...others], isUncertain };
  }

  /** The rows of items as they are now: from memory where nothing has changed since, else read. */
  async currentRows(ids: readonly number[]): Promise<readonly RowJson[]> {
    const known = ids.flatMap((id) => this.recent.get(id) ?? []);
    const missing = ids.filter((id) => this.recent.get(id) === undefined);
    if (missing.length === 0) return known;
    const read = await this.recent.fill(missing, async (asked) =>
      (await this.#source.items(asked)).map((item) => new RowJson(item)),
    );
    return [...known, ...read];
  }

  /** Ids of the items that are remembered, for comparing them with the read model. */
  remembered(): readonly number[] {
    return [...new Set([...this.recent.ids(), ...this.#places.keys()])];
  }

  memoryOf(id: number): { readonly row: LiveItem | undefined; readonly place: ItemPlace | undefined } {
    return { row: this.recent.get(id)?.item, place: this.#places.get(id)?.place };
  }

  forget(id: number): void {
    this.#places.delete(id);
    this.recent.forget(id);
  }

  forgetAll(): void {
    this.#places.clear();
    this.recent.clear();
  }

  async #addItemsOfRmas(touched: Touched): Promise<void> {
    if (touched.rmas.size === 0) return;
    for (const id of await this.#source.itemsOfRmas([...touched.rmas])) {
      if (!touched.items.has(id)) touched.items.set(id, untraced());
    }
  }

  async #readItems(
    touched: Touched,
    topics: Map<string, TopicChange>,
    isSubscribed: (topic: string) => boolean,
  ): Promise<{ readonly entries: readonly JournalEntry[]; readonly isUncertain: boolean }> {
    if (touched.items.size === 0) return { entries: [], isUncertain: false };
    const isShown = ({ id, place }: Pick<PlacedItem, 'id' | 'place'>): boolean =>
      anyOf(topicsOfItem(id, place), isSubscribed);
    const { places, rows } = await this.#readPlaced([...touched.items.keys()], isShown);
    const byId = new Map(rows.map((item) => [item.id, item]));
    const histories = await this.#source.placesOn(this.#itemsOfUnknownPlace(touched));
    let isUncertain = false;
    const entries = places.map((placed) => {
      const row = this.#keepNewest(placed.id, byId.get(placed.id));
      const steps = touched.items.get(placed.id) ?? untraced();
      const passed = histories.get(placed.id) ?? [];
      const now = row?.item ?? placed;
      isUncertain ||= this.#isUncertain(now, steps, passed);
      return this.#noteItem(now, row, steps, topics, passed);
    });
    return { entries, isUncertain };
  }

  /**
   * Where items stand, and the rows of those that screens of this node show. What was shown a moment ago most probably still is,
   * so its row, which says both, is read at once; for the others the place says whether any screen needs the row.
   */
  async #readPlaced(
    ids: readonly number[],
    isShown: (placed: Pick<PlacedItem, 'id' | 'place'>) => boolean,
  ): Promise<{ readonly places: readonly PlacedItem[]; readonly rows: readonly LiveItem[] }> {
    const wasShown = (id: number): boolean => {
      const known = this.#places.get(id);
      return known !== undefined && isShown({ id, place: known.place });
    };
    const { true: shown = [], false: unsure = [] } = Object.groupBy(ids, (id) => `${wasShown(id)}`);
    const [rows, places] = await Promise.all([
      this.#source.items(shown),
      unsure.length === 0 ? [] : this.#source.places(unsure),
    ]);
    const more = await this.#source.items(places.filter(isShown).map(({ id }) => id));
    return { places: [...rows, ...places], rows: [...rows, ...more] };
  }

  /**
   * Whether a place the item stood at is known from nowhere. Its last place is remembered or in its history, its new
   * one in its row; the one between two events is named by either of them. So it takes two that cannot be decoded, or
   * one and a row that is further on, or a history that cannot be folded before the first.
   */
  #isUncertain({ id, version }: PlacedItem, steps: TouchedItem, history: readonly ItemPlace[]): boolean {
    const isNewHere = steps.first > 1 && !this.#places.has(id);
    const isAhead = version > steps.version;
    return (isNewHere && history.length === 0) || steps.undecodable > (isAhead ? 0 : 1);
  }

  /** Items whose place before these events is not remembered, with the version the events begin at. */
  #itemsOfUnknownPlace({ items }: Touched): ReadonlyMap<number, number> {
    const unplaced = [...items].filter(([id, { first }]) => first > 0 && !this.#places.has(id));
    return new Map(unplaced.map(([id, { first }]) => [id, first]));
  }

  /** A replay may have read further ahead meanwhile: no screen of this node is shown an older row after it. */
  #keepNewest(id: number, read: LiveItem | undefined): RowJson | undefined {
    const known = this.recent.get(id);
    if (read === undefined) {
      this.recent.forget(id);
      return undefined;
    }
    const row = known !== undefined && known.item.version > read.version ? known : new RowJson(read);
    this.recent.put(row);
    return row;
  }

  #noteItem(
    now: PlacedItem,
    row: RowJson | undefined,
    steps: TouchedItem,
    topics: Map<string, TopicChange>,
    history: readonly ItemPlace[],
  ): JournalEntry {
    const { id, place } = now;
    const known = this.#places.get(id);
    const before = known === undefined ? history : [known.place];
    const sites = [...steps.sites, ...before.flatMap((each) => each.sites), ...(known?.earlierSites ?? [])];
    const current = topicsOfItem(id, place);
    const left = without(topicsLeft(id, place, { before, sites, steps }), current);
    const guestAt = place.guestAt ?? before.find((each) => each.guestAt !== null)?.guestAt ?? null;
    const passed = { ...place, sites, guestAt };
    for (const topic of current) if (row !== undefined) changeOf(topics, topic).rows.push({ row, passed });
    for (const topic of left) changeOf(topics, topic).left.push({ kind: 'item', id, version: now.version });
    // The row is newer than these events: where it has been meanwhile still belongs to events to come.
    const isAhead = steps.version > 0 && now.version > steps.version;
    const earlierSites = isAhead || steps.version === 0 ? [...new Set(sites)] : [];
    this.#remember(id, { place, earlierSites });
    return { kind: 'item', id, topics: current, left };
  }

  #remember(id: number, known: Known): void {
    this.#places.delete(id);
    this.#places.set(id, known);
    if (this.#places.size <= KNOWN_PLACES) return;
    const oldest = this.#places.keys().next();
    if (oldest.done !== true) this.#places.delete(oldest.value);
  }

  async #readOthers(touched: Touched, topics: Map<string, TopicChange>): Promise<JournalEntry[]> {
    const [shipments, runs] = await Promise.all([
      touched.shipments.size === 0 ? [] : this.#source.shipments([...touched.shipments]),
      touched.clearingRuns.size === 0 ? [] : this.#source.clearingRuns([...touched.clearingRuns]),
    ]);
    const notices = [
      ['config', touched.config],
      ['change', touched.administered],
      ['erasure', touched.erased],
    ] as const;
    const due = notices
      .filter(([, position]) => position > 0)
      .map(([kind, position]) => noticeOf(kind, position));
    return [...shipments, ...runs, ...due].map((other) => noteOther(other, touched, topics));
  }
}

/** Not in the journal: a screen that reconnects has missed log events whenever the position has moved. */
function noteLog(
  last: LogEvent | undefined,
  topics: Map<string, TopicChange>,
  isSubscribed: (topic: string) => boolean,
): void {
  if (last === undefined || !isSubscribed(LOG_TOPIC)) return;
  changeOf(topics, LOG_TOPIC).others.push(new OtherJson(noticeOf('log', last.position)));
}

/** Says that something changed, not what; the screen reads it with its own rights. */
export function noticeOf(kind: Notice, position: number): LiveOther {
  return { row: { kind, id: position, version: position }, seenBy: [], hiddenFrom: [] };
}

function noteOther(other: LiveOther, touched: Touched, topics: Map<string, TopicChange>): JournalEntry {
  const { kind, id, version } = other.row;
  const json = new OtherJson(other);
  const standing = topicsOfOther(other);
  const wasTakenBack = kind === 'shipment' && touched.unsent.has(id);
  const left = new Set(wasTakenBack ? other.hiddenFrom.flatMap(topicsOfSite) : []);
  for (const topic of standing) changeOf(topics, topic).others.push(json);
  for (const topic of left) changeOf(topics, topic).left.push({ kind, id, version });
  return {
    kind: kind === 'shipment' || isKeptNotice(kind) ? kind : 'clearing-run',
    id,
    topics: standing,
    left,
  };
}

function changeOf(topics: Map<string, TopicChange>, topic: string): TopicChange {
  const known = topics.get(topic);
  if (known !== undefined) return known;
  const fresh: TopicChange = { rows: [], others: [], left: [] };
  topics.set(topic, fresh);
  return fresh;
}

function without(all: ReadonlySet<string>, some: ReadonlySet<string>): Set<string> {
  return new Set([...all].filter((each) => !some.has(each)));
}

function anyOf(topics: Iterable<string>, test: (topic: string) => boolean): boolean {
  for (const topic of topics) if (test(topic)) return true;
  return false;
}
