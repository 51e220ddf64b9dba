import { TopicModel, type TrueItem } from '@atelier/api/live/testing-model.ts';
import type { ServerFrame } from '@atelier/domain/live/contract.ts';
import { issueTicket } from '@atelier/application/live/tickets.commands.ts';
import { LiveClient } from '@atelier/browser-sync/live/live-client.ts';
import { Wire } from './lib/wire.ts';
import { readItems } from './log-facts.ts';
import type { Viewer } from './installation.ts';
import type { ApiNode } from './nodes.ts';
import type { Stage } from './stage.ts';

/** What a screen had shown when its cursor moved: judged against the log when all is over. */
export interface CursorNote {
  readonly position: number;
  /** Per topic, the versions held then; null while the topic is being read again. */
  readonly held: ReadonlyMap<string, ReadonlyMap<number, number> | null>;
}

/** One open window: the real live client, and lists that follow its topics by the real screens' rule. */
export class TestScreen {
  readonly name: string;
  readonly viewer: Viewer;
  /** The lists on the screen. */
  readonly models: readonly TopicModel[];
  /** The same lists with every frame taken in at once, not at the next drawing: what has safely arrived. */
  readonly #arrived: readonly TopicModel[];
  readonly client: LiveClient;
  readonly notes: CursorNote[] = [];
  /** Every row it was ever sent: topic, item, version. */
  readonly shown = new Set<string>();
  readonly #stage: Stage;
  readonly #nodes: () => readonly ApiNode[];
  readonly #items: readonly number[];
  readonly #reading = new Map<string, number>();
  readonly #wasRead = new Set<string>();
  #wire: Wire | undefined;

  constructor(
    stage: Stage,
    options: {
      readonly name: string;
      readonly viewer: Viewer;
      readonly topics: readonly string[];
      readonly nodes: () => readonly ApiNode[];
      /** Items that its lists read: those of this schedule. */
      readonly items: readonly number[];
    },
  ) {
    this.#stage = stage;
    this.name = options.name;
    this.viewer = options.viewer;
    this.#nodes = options.nodes;
    this.#items = options.items;
    this.models = options.topics.map((topic) => new TopicModel(topic));
    this.#arrived = options.topics.map((topic) => new TopicModel(topic));
    this.client = this.#makeClient();
  }

  open(): void {
    this.#stage.runAs(this.name, () => {
      this.client.subscribe(this.models.map(({ topic }) => topic));
      this.client.start();
    });
  }

  cut(): void {
    this.#wire?.cut();
  }

  /** The node at the other end is gone. */
  lose(node: string): void {
    if (this.#wire?.node === node) this.#wire.cut();
  }

  /** Connected, nothing under way, nothing being read. */
  get isSettled(): boolean {
    return this.client.freshness.state === 'live' && !this.models.some(({ topic }) => this.#isReading(topic));
  }

  #makeClient(): LiveClient {
    const { installation, scheduler, time } = this.#stage;
    return new LiveClient({
      ticket: () => issueTicket(this.#node().db, installation.sessions.get(this.viewer) ?? '', time.now()),
      socket: () => this.#connect(),
      now: () => time.elapsed,
      random: scheduler.random,
      onRevoked: () => this.#stage.noteTrouble(new Error(`${this.name} was revoked`)),
      onChanges: (changes) => {
        for (const { topic, rows, removed } of changes) modelOf(this.models, topic)?.apply({ rows, removed });
      },
      onResync: (topics) => topics.forEach((topic) => void this.#read(topic)),
    });
  }

  #node(): ApiNode {
    return this.#stage.scheduler.pick(this.#nodes());
  }

  #connect(): WebSocket {
    const node = this.#node();
    const wire = new Wire({ scheduler: this.#stage.scheduler, screen: this.name, node: node.name });
    this.#wire = wire;
    node.accept(wire);
    this.#watchCursor(wire);
    // The live client uses these members of a browser's socket and no others.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return wire.client as unknown as WebSocket;
  }

  /** After every frame: where the cursor stands, and what has arrived. */
  #watchCursor(wire: Wire): void {
    wire.onArrived = (text) => {
      this.#noteArrival(JSON.parse(text));
      const position = this.client.cursor?.position ?? 0;
      if (position !== this.notes.at(-1)?.position) this.notes.push({ position, held: this.#held() });
    };
  }

  #noteArrival(frame: ServerFrame): void {
    if (frame.type !== 'change') return;
    for (const { id, version } of frame.rows) this.shown.add(`${frame.topic} ${id}/${version}`);
    modelOf(this.#arrived, frame.topic)?.apply(frame);
  }

  #held(): CursorNote['held'] {
    return new Map(
      this.#arrived.map(({ topic, held }) => [topic, this.#isReading(topic) ? null : new Map(held)]),
    );
  }

  #isReading(topic: string): boolean {
    return !this.#wasRead.has(topic) || (this.#reading.get(topic) ?? 0) > 0;
  }

  /** The list call: read on any node, again until it is answered. */
  async #read(topic: string): Promise<void> {
    this.#reading.set(topic, (this.#reading.get(topic) ?? 0) + 1);
    const items = await this.#tryRead();
    modelOf(this.models, topic)?.read(items);
    modelOf(this.#arrived, topic)?.read(items);
    this.#wasRead.add(topic);
    this.#reading.set(topic, (this.#reading.get(topic) ?? 1) - 1);
  }

  async #tryRead(): Promise<readonly TrueItem[]> {
    for (;;) {
      try {
        return await readItems(this.#node().db, this.#items);
      } catch (error) {
        this.#stage.noteTrouble(error);
      }
    }
  }
}

const modelOf = (models: readonly TopicModel[], topic: string): TopicModel | undefined =>
  models.find((model) => model.topic === topic);
