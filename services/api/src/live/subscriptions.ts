import type { LiveConnection } from './connection.ts';

/** Which screens subscribe to which topics of this node. */
export class Subscriptions {
  readonly #byTopic = new Map<string, Set<LiveConnection>>();

  /** Every topic somebody subscribes to now. */
  topics(): Iterable<string> {
    return this.#byTopic.keys();
  }

  has(topic: string): boolean {
    return this.#byTopic.has(topic);
  }

  /** The subscribers of a topic, in the order they came. */
  of(topic: string): Iterable<LiveConnection> {
    return this.#byTopic.get(topic) ?? [];
  }

  add(connection: LiveConnection, topics: Iterable<string>): void {
    for (const topic of topics) {
      connection.topics.add(topic);
      const subscribers = this.#byTopic.get(topic) ?? new Set();
      this.#byTopic.set(topic, subscribers.add(connection));
    }
  }

  remove(connection: LiveConnection, topics: Iterable<string>): void {
    for (const topic of topics) {
      connection.topics.delete(topic);
      const subscribers = this.#byTopic.get(topic);
      subscribers?.delete(connection);
      if (subscribers?.size === 0) this.#byTopic.delete(topic);
    }
  }
}
