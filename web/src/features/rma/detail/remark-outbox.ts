import { ApiError, isUndecided } from '../../../lib/api/api-error.ts';
import { command } from '../../../lib/api/client.ts';
import { newKey } from '../../../lib/api/new-key.ts';

/** A remark on its way. Shown as saved with a pending mark until the server has it (design: reliability). */
export interface PendingRemark {
  /** Idempotency key: sent twice, it stands once. */
  readonly key: string;
  readonly itemId: number;
  readonly audience: 'shop' | 'operation';
  readonly comment: string;
  readonly email: string;
  readonly at: string;
  /** The server's no (a stable code); null while it only waits. */
  readonly refusal: string | null;
}

/**
 * What is left of a remark that cannot be kept because its customer was erased: neither its words nor whom it was for, but
 * that it was not sent, until its writer has read so.
 */
export const withoutWords = (remark: PendingRemark): PendingRemark => ({
  ...remark,
  comment: '',
  email: '',
  refusal: 'person_erased',
});

export type RemarkDraft = Pick<PendingRemark, 'itemId' | 'audience' | 'comment' | 'email'>;

export interface OutboxParts {
  readonly load: () => Promise<readonly PendingRemark[] | null>;
  readonly save: (remarks: readonly PendingRemark[]) => Promise<unknown>;
  readonly send: (remark: PendingRemark) => Promise<unknown>;
  readonly onSent: (remark: PendingRemark) => void;
  readonly now: () => string;
  readonly wait?: (ms: number) => Promise<void>;
}

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Keeps remarks until the server has them: one after the other, in the order they were written. */
export class RemarkOutbox {
  readonly #parts: OutboxParts;
  readonly #listeners = new Set<() => void>();
  #remarks: readonly PendingRemark[] = [];
  #isRunning = false;
  #wake: (() => void) | undefined;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly all = (): readonly PendingRemark[] => this.#remarks;

  async resume(): Promise<void> {
    const stored = (await this.#parts.load()) ?? [];
    const known = new Set(this.#remarks.map(({ key }) => key));
    this.#remarks = [...stored.filter(({ key }) => !known.has(key)), ...this.#remarks];
    this.#tell();
    this.nudge();
  }

  add(draft: RemarkDraft): PendingRemark {
    const remark: PendingRemark = { ...draft, key: newKey(), at: this.#parts.now(), refusal: null };
    this.#set([...this.#remarks, remark]);
    this.nudge();
    return remark;
  }

  drop(key: string): void {
    this.#set(this.#remarks.filter((remark) => remark.key !== key));
  }

  /** Keeps the words of remarks about these pieces no longer, and sends them no more. */
  withhold(isOver: (itemId: number) => boolean): void {
    if (!this.#remarks.some(({ itemId, comment }) => isOver(itemId) && comment !== '')) return;
    this.#set(this.#remarks.map((remark) => (isOver(remark.itemId) ? withoutWords(remark) : remark)));
  }

  /** Tries at once: the network came back, or the person asks. A refused remark is only dropped by hand. */
  nudge(): void {
    this.#wake?.();
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run().finally(() => {
      this.#isRunning = false;
      // Something may have been written between the last look and this moment.
      if (this.#next() !== undefined) this.nudge();
    });
  }

  async #run(): Promise<void> {
    let retryAfter = FIRST_RETRY_MS;
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const isSettled = await this.#attempt(next);
      if (isSettled) {
        retryAfter = FIRST_RETRY_MS;
        continue;
      }
      await this.#sleep(retryAfter);
      retryAfter = Math.min(retryAfter * 2, LAST_RETRY_MS);
    }
  }

  #next(): PendingRemark | undefined {
    return this.#remarks.find(({ refusal }) => refusal === null);
  }

  async #attempt(remark: PendingRemark): Promise<boolean> {
    try {
      await this.#parts.send(remark);
    } catch (error) {
      if (!isFinal(error)) return false;
      this.#set(this.#remarks.map((one) => (one.key === remark.key ? { ...one, refusal: error.code } : one)));
      return true;
    }
    this.drop(remark.key);
    this.#parts.onSent(remark);
    return true;
  }

  async #sleep(ms: number): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([(this.#parts.wait ?? pause)(ms), woken]);
    this.#wake = undefined;
  }

  #set(remarks: readonly PendingRemark[]): void {
    this.#remarks = remarks;
    void this.#parts.save(remarks);
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const LATER = new Set([401, 429, 499]);

/** The server decided, and asking again would change nothing. Failures on its side and signed-out people wait. */
function isFinal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.kind !== 'refused' || isUndecided(error)) return false;
  return error.status < 500 && !LATER.has(error.status);
}

/** The call of a remark: the shop's or the factory's own (product/calls.md §9). */
export function sendRemark({ key, itemId, audience, comment, email }: PendingRemark): Promise<unknown> {
  const isShop = audience === 'shop';
  return command({
    path: isShop ? '/shopcomment' : '/operationcomment',
    body: isShop ? { id: itemId, comment } : { id: itemId, comment, email },
    idempotencyKey: key,
  });
}
