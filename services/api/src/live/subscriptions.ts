import type { LiveConnection } from './connection.ts';

/** Which screens subscribe to which topics of this node, those that may see the same kept together. */
export class Subscriptions {
  /** By topic, then by variant. */
  readonly #byTopic = new Map<string, Map<string, Set<LiveConnection>>>();

  /** Every topic that has a subscriber now. */
  topics(): Iterable<string> {
    return this.#byTopic.keys();
  }

  has(topic: string): boolean {
    return this.#byTopic.has(topic);
  }

  /** The subscribers of a topic. */
  *of(topic: string): Iterable<LiveConnection> {
    for (const screens of this.variantsOf(topic)) yield* screens;
  }

  /** The subscribers of a topic, in one set each for those of the same variant; no set is empty. */
  variantsOf(topic: string): Iterable<ReadonlySet<LiveConnection>> {
    return this.#byTopic.get(topic)?.values() ?? [];
  }

  add(connection: LiveConnection, topics: Iterable<string>): void {
    for (const topic of topics) {
      connection.topics.add(topic);
      const variants = this.#byTopic.get(topic) ?? new Map<string, Set<LiveConnection>>();
      const screens = variants.get(connection.variant) ?? new Set();
      variants.set(connection.variant, screens.add(connection));
      this.#byTopic.set(topic, variants);
    }
  }

  remove(connection: LiveConnection, topics: Iterable<string>): void {
    for (const topic of topics) {
      connection.topics.delete(topic);
      const variants = this.#byTopic.get(topic);
      const screens = variants?.get(connection.variant);
      screens?.delete(connection);
      if (screens?.size === 0) variants?.delete(connection.variant);
      if (variants?.size === 0) this.#byTopic.delete(topic);
    }
  }
}
