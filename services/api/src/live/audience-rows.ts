import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { ItemPlace, LiveItem, LiveOther } from '@atelier/application/live/live-sources.queries.ts';
import type { Audience } from '@atelier/application/rma/item-view.queries.ts';
import { isNotice } from './notices.ts';

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

/** The newest rows sent, so that many screens coming back at once do not each have them read again. */
export class RecentRows {
  readonly #limit: number;
  readonly #rows = new Map<number, RowJson>();
  /** Per reading under way: the rows of it that no change of the log has touched since it began. */
  readonly #readings = new Set<Set<number>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(id: number): RowJson | undefined {
    return this.#rows.get(id);
  }

  ids(): Iterable<number> {
    return this.#rows.keys();
  }

  put(row: RowJson): void {
    this.#touch(row.item.id);
    this.#keep(row);
  }

  forget(id: number): void {
    this.#touch(id);
    this.#rows.delete(id);
  }

  clear(): void {
    for (const reading of this.#readings) reading.clear();
    this.#rows.clear();
  }

  /**
   * Reads rows beside the log. Versions decide, not which reading ends last: what was put meanwhile is answered unless
   * the row read is newer, and a row that changed meanwhile is not kept, because it may be older than the change.
   */
  async fill(
    ids: readonly number[],
    read: (ids: readonly number[]) => Promise<readonly RowJson[]>,
  ): Promise<readonly RowJson[]> {
    const untouched = new Set(ids);
    this.#readings.add(untouched);
    try {
      const rows = await read(ids);
      return rows.map((row) => {
        const known = this.#rows.get(row.item.id);
        if (known !== undefined && known.item.version >= row.item.version) return known;
        if (untouched.has(row.item.id)) this.#keep(row);
        return row;
      });
    } finally {
      this.#readings.delete(untouched);
    }
  }

  #touch(id: number): void {
    for (const reading of this.#readings) reading.delete(id);
  }

  #keep(row: RowJson): void {
    const { id } = row.item;
    this.#rows.delete(id);
    this.#rows.set(id, row);
    if (this.#rows.size <= this.#limit) return;
    const oldest = this.#rows.keys().next();
    if (oldest.done !== true) this.#rows.delete(oldest.value);
  }
}

/** Asked again for every delivered row: what moved out of view is not sent any more. */
export function maySeeItem(scope: DataScope, place: ItemPlace): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'store':
      return place.storeId === scope.siteId;
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
