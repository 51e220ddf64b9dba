import {
  hashKey,
  type Query,
  type QueryCacheNotifyEvent,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import type { LiveChange } from './keyed-store.ts';

/** A cache that lives from topics: how it takes in a change, and that it is read again after `resync`. */
export interface LiveBinding {
  queryKey: QueryKey;
  topics: readonly string[];
  /**
   * The cached value with the change applied; returning the same value skips drawing. Applying a change twice
   * has one effect.
   */
  patch?: (cached: unknown, change: LiveChange) => unknown;
  /** Without `patch`: read again at most this often, in ms, after `resync` too. */
  everyMs?: number;
}

const REFRESH_MS = 500;
const RETRY_MS = 5_000;

/**
 * Keeps answers that were read in step with what the live connection tells. A reading may have left the server before
 * a change and arrive after it: a change that comes while an answer is under way is taken in again when it is there, and an
 * answer that was under way before a `resync` does not count as the reading that was asked for.
 */
export class CachedAnswers {
  readonly #client: QueryClient;
  readonly #mayRetry: (error: unknown) => boolean;
  readonly #bindings = new Set<LiveBinding>();
  readonly #due = new Map<LiveBinding, ReturnType<typeof setTimeout>>();
  /** By query: the changes that came while its answer was under way. */
  readonly #meanwhile = new Map<string, LiveChange[]>();
  /** Queries whose first answer was under way when it was asked to be read again. */
  readonly #tooEarly = new Set<string>();
  /** Queries that were asked to be read again and have not been. */
  readonly #owed = new Set<string>();

  /** @param mayRetry whether a reading that failed so may be retried automatically */
  constructor(client: QueryClient, mayRetry: (error: unknown) => boolean) {
    this.#client = client;
    this.#mayRetry = mayRetry;
    client.getQueryCache().subscribe((event) => this.#follow(event));
  }

  /** Ties a query's cache to topics; answers how to untie it. */
  bind(binding: LiveBinding): () => void {
    this.#bindings.add(binding);
    return () => this.#bindings.delete(binding);
  }

  takeIn(changes: readonly LiveChange[]): void {
    for (const binding of this.#bindings) {
      const concerned = changes.filter((change) => binding.topics.includes(change.topic));
      if (concerned.length === 0) continue;
      if (binding.patch === undefined) this.#readSoon(binding);
      else this.#patch(binding, concerned);
    }
  }

  readAgain(topics: readonly string[]): void {
    for (const binding of this.#bindings) {
      if (!binding.topics.some((topic) => topics.includes(topic))) continue;
      if (binding.everyMs === undefined) this.#read(binding.queryKey);
      else this.#readSoon(binding);
    }
  }

  #find(queryKey: QueryKey): Query | undefined {
    return this.#client.getQueryCache().find({ queryKey, exact: true });
  }

  #patch({ queryKey, patch }: LiveBinding, changes: readonly LiveChange[]): void {
    const query = this.#find(queryKey);
    if (query === undefined || patch === undefined) return;
    if (query.state.fetchStatus !== 'idle') {
      const before = this.#meanwhile.get(query.queryHash) ?? [];
      this.#meanwhile.set(query.queryHash, [...new Set([...before, ...changes])]);
    }
    const { isInvalidated, data } = query.state;
    const patched = data === undefined ? undefined : changes.reduce<unknown>(patch, data);
    if (patched === data) return;
    this.#client.setQueryData(queryKey, patched);
    // A change is no reading: an answer that is to be read again still is.
    if (isInvalidated) query.invalidate();
  }

  #read(queryKey: QueryKey): void {
    const query = this.#find(queryKey);
    if (query === undefined) return;
    this.#owed.add(query.queryHash);
    // A first reading cannot be begun again: it is followed by another.
    const isFirst = query.state.fetchStatus !== 'idle' && query.state.data === undefined;
    if (isFirst) this.#tooEarly.add(query.queryHash);
    else void this.#client.invalidateQueries({ queryKey, exact: true });
  }

  /** Many changes in a row are one reading. What is no longer shown by then is read when it is shown again. */
  #readSoon(binding: LiveBinding): void {
    if (this.#due.has(binding)) return;
    const read = (): void => {
      this.#due.delete(binding);
      this.#read(binding.queryKey);
    };
    this.#due.set(binding, setTimeout(read, binding.everyMs ?? REFRESH_MS));
  }

  #follow(event: QueryCacheNotifyEvent): void {
    const { queryHash } = event.query;
    if (event.type === 'removed') this.#forget(queryHash);
    if (event.type !== 'updated') return;
    if (event.action.type === 'success' && event.action.manual !== true) this.#arrived(event.query);
    if (event.action.type === 'error') this.#failed(event.query, event.action.error);
  }

  #arrived(query: Query): void {
    const changes = this.#meanwhile.get(query.queryHash) ?? [];
    const isTooEarly = this.#tooEarly.has(query.queryHash);
    this.#forget(query.queryHash);
    for (const binding of this.#bindingsOf(query)) {
      const concerned = changes.filter((change) => binding.topics.includes(change.topic));
      if (concerned.length > 0) this.#patch(binding, concerned);
    }
    if (isTooEarly) queueMicrotask(() => this.#read(query.queryKey));
  }

  /** What was owed stays owed: the cursor has moved on, and the change is not sent again. */
  #failed(query: Query, error: unknown): void {
    const isOwed = this.#owed.has(query.queryHash);
    this.#forget(query.queryHash);
    if (!isOwed || !this.#mayRetry(error)) return;
    setTimeout(() => {
      if (this.#bindingsOf(query).length > 0) this.#read(query.queryKey);
    }, RETRY_MS);
  }

  #bindingsOf({ queryHash }: Query): readonly LiveBinding[] {
    return [...this.#bindings].filter(({ queryKey }) => hashKey(queryKey) === queryHash);
  }

  #forget(queryHash: string): void {
    this.#meanwhile.delete(queryHash);
    this.#tooEarly.delete(queryHash);
    this.#owed.delete(queryHash);
  }
}
