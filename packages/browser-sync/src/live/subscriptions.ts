/**
 * Which topics the screen wants, and what the server has said to each. Topics are counted, so two panels share one
 * subscription.
 */
export class Subscriptions {
  readonly #wanted = new Map<string, number>();
  readonly #refused = new Map<string, string>();
  /** Topics the server has confirmed once; what changed before that must be read, not waited for. */
  readonly #confirmed = new Set<string>();
  /** Subscriptions of this connection that are not answered yet, by topic: only the last answer says from when on it holds. */
  readonly #unanswered = new Map<string, number>();
  /** What it had before the cut and is not answered for yet: until then the cursor stays, or a second cut would skip it. */
  #returning = new Set<string>();

  /** Topics of an earlier connection are still to be answered: the cursor may not move. */
  get isReturning(): boolean {
    return this.#returning.size > 0;
  }

  get confirmed(): readonly string[] {
    return [...this.#confirmed];
  }

  /** Why a topic was refused, if it was. */
  refusal(topic: string): string | undefined {
    return this.#refused.get(topic);
  }

  isConfirmed(topic: string): boolean {
    return this.#confirmed.has(topic);
  }

  /** Wants topics once more; returns those without an earlier subscriber. */
  add(topics: readonly string[]): readonly string[] {
    const fresh = topics.filter((topic) => !this.#wanted.has(topic));
    for (const topic of topics) this.#wanted.set(topic, (this.#wanted.get(topic) ?? 0) + 1);
    return fresh;
  }

  /** Wants topics once less; returns those without a subscriber left. */
  release(topics: readonly string[]): readonly string[] {
    const unused: string[] = [];
    for (const topic of topics) {
      const count = (this.#wanted.get(topic) ?? 1) - 1;
      if (count > 0) this.#wanted.set(topic, count);
      else {
        this.#wanted.delete(topic);
        this.#refused.delete(topic);
        this.#confirmed.delete(topic);
        unused.push(topic);
      }
    }
    return unused;
  }

  /** A connection begins: nothing it was asked is answered. */
  connect(): void {
    this.#unanswered.clear();
  }

  /** The connection is welcomed; returns all topics, to be asked for again. `hasCursor`: it comes back after a cut. */
  welcome(hasCursor: boolean): readonly string[] {
    const topics = [...this.#wanted.keys()];
    this.#returning = new Set(hasCursor ? topics : []);
    return topics;
  }

  sent(topics: readonly string[]): void {
    for (const topic of topics) this.#unanswered.set(topic, (this.#unanswered.get(topic) ?? 0) + 1);
  }

  /** A refused topic has had no changes since: when it is confirmed again, it is read. */
  refuse(topic: string, code: string): void {
    if (this.#answered(topic)) this.#refused.set(topic, code);
    this.#confirmed.delete(topic);
    this.#returning.delete(topic);
  }

  /** Returns the topics confirmed for the first time: what changed between their reading and this was not sent. */
  confirm(topics: readonly string[]): readonly string[] {
    const current = topics.filter((topic) => this.#answered(topic));
    const fresh = current.filter((topic) => !this.#confirmed.has(topic));
    current.forEach((topic) => this.#refused.delete(topic));
    fresh.forEach((topic) => this.#confirmed.add(topic));
    topics.forEach((topic) => this.#returning.delete(topic));
    return fresh;
  }

  /** Forgets the server's answers; what is wanted stays. */
  forget(): void {
    this.#refused.clear();
    this.#confirmed.clear();
  }

  /** Takes an answer to a subscription; true when it is the last one awaited for a topic that is still wanted. */
  #answered(topic: string): boolean {
    const left = (this.#unanswered.get(topic) ?? 1) - 1;
    if (left > 0) this.#unanswered.set(topic, left);
    else this.#unanswered.delete(topic);
    return left <= 0 && this.#wanted.has(topic);
  }
}
