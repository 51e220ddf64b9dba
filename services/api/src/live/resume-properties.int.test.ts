import { Status, type StatusId } from '@atelier/domain/shared/status.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { openWorld, type World } from '@atelier/application/projections/testing.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { custodyMoved, depositAt, happen, scanned, statusChanged, type TestItem } from './testing-items.ts';
import { WiredScreen, openSteppedHub, type SteppedHub } from './testing-hub.ts';
import { readTruth, standsIn, type TrueItem } from './testing-model.ts';
import { PageClient } from './testing-page-client.ts';

/**
 * Two nodes on one log, whose batches end at different places, and a client written from docs/live-protocol.md that is
 * cut between any two frames and comes back at either: in the end it shows what the read model holds.
 */
const RUNS = Number(process.env['RESUME_RUNS'] ?? 40);
const STATUSES: readonly StatusId[] = [
  Status.SentToWarehouse,
  Status.ReceiveFromShop,
  Status.RepairProcess,
  Status.RepairPolish,
  Status.RepairQC,
];

type Step =
  | {
      readonly do: 'write';
      readonly item: number;
      readonly what: 'scan' | 'status' | 'move';
      readonly pick: number;
    }
  | { readonly do: 'follow'; readonly node: 0 | 1; readonly events: number }
  | { readonly do: 'connect'; readonly node: 0 | 1; readonly sleep: boolean; readonly during: boolean }
  | { readonly do: 'cut'; readonly frames: number }
  | { readonly do: 'read' | 'arrive' | 'beat' | 'restart' | 'renew' };

const node = fc.constantFrom(0 as const, 1 as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      item: fc.nat(2),
      what: fc.constantFrom('scan' as const, 'status' as const, 'move' as const),
      pick: fc.nat(STATUSES.length - 1),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('follow' as const),
      node,
      events: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('connect' as const),
      node,
      sleep: fc.boolean(),
      during: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('cut' as const), frames: fc.nat(4) }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('read' as const, 'arrive' as const, 'beat' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('restart' as const, 'renew' as const) }) },
);

let world: World;
const running = new Set<SteppedHub>();

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  for (const { hub } of running) await hub.stop();
  await world.close();
});

interface Piece extends TestItem {
  status: StatusId;
  place: number;
}

/** One run: its own items, two nodes, one client over many connections. */
class Run {
  readonly client: PageClient;
  readonly #items: readonly Piece[];
  readonly #nodes: [SteppedHub, SteppedHub];
  #screen: WiredScreen | undefined;

  constructor(items: readonly Piece[], nodes: [SteppedHub, SteppedHub], topics: readonly string[]) {
    this.#items = items;
    this.#nodes = nodes;
    this.client = new PageClient(topics);
  }

  async take(next: Step): Promise<void> {
    if (next.do === 'write') return this.#write(next);
    if (next.do === 'follow') return this.#nodes[next.node].log.step(next.events);
    if (next.do === 'connect') return this.#connect(next);
    if (next.do === 'cut') return this.#cut(next.frames);
    if (next.do === 'read') return this.#read();
    if (next.do === 'arrive') return this.client.readingsArrive();
    if (next.do === 'beat') return this.#nodes.forEach(({ timers }) => timers.advance(5_000));
    if (next.do === 'restart') return this.#restart();
    return this.#renew();
  }

  /** Everybody catches up, and what was asked for arrives. */
  async settle(): Promise<readonly string[]> {
    await this.#connectAgain();
    for (const { log } of this.#nodes) await log.step();
    // A cut that was still to come may have come between these frames.
    await this.#connectAgain();
    for (let round = 0; round < 2; round += 1) {
      await this.#read();
      this.client.readingsArrive();
    }
    const truth = await this.#truth();
    return [...this.client.shown].flatMap(([topic, { held }]) => {
      const expected = truth.filter((item) => standsIn(topic, item));
      const ids = new Set(this.#items.map(({ id }) => id));
      const shown = [...held]
        .filter(([id]) => ids.has(id))
        .map(([id, version]) => `${topic} ${id} v${version}`);
      const wanted = expected.map(({ id, version }) => `${topic} ${id} v${version}`);
      return [
        ...wanted.filter((line) => !shown.includes(line)).map((line) => `missing: ${line}`),
        ...shown.filter((line) => !wanted.includes(line)).map((line) => `wrong: ${line}`),
      ];
    });
  }

  async #write({ item, what, pick }: Extract<Step, { do: 'write' }>): Promise<void> {
    const piece = this.#items[item % this.#items.length];
    const [status, place] = [STATUSES[pick] ?? 2, (pick % 3) + 1];
    if (piece === undefined) return;
    if (what === 'status' && status !== piece.status) {
      await happen(world, piece, statusChanged(piece.status, status));
      piece.status = status;
    } else if (what === 'move' && place !== piece.place) {
      await happen(world, piece, custodyMoved(piece.place, place));
      piece.place = place;
    } else await happen(world, piece, scanned(piece.status, piece.place));
  }

  async #connect({ node: at, sleep, during }: Omit<Extract<Step, { do: 'connect' }>, 'do'>): Promise<void> {
    this.#screen?.cut();
    const chosen = this.#nodes[at];
    const screen = new WiredScreen(chosen, this.client.cursor);
    screen.onFrame = this.client.take;
    this.#screen = screen.arrive();
    if (sleep) chosen.timers.advance(12_000);
    const subscribed = screen.subscribe(...this.client.topics);
    await Promise.all([subscribed, during ? chosen.log.step(2) : undefined]);
  }

  async #connectAgain(): Promise<void> {
    if (this.#screen?.isOpen !== true) await this.#connect({ node: 0, sleep: false, during: false });
  }

  #cut(frames: number): void {
    if (frames === 0) this.#screen?.cut();
    else this.#screen?.cutAfter(frames);
  }

  async #read(): Promise<void> {
    const truth = await this.#truth();
    this.client.readingsReach((topic) => truth.filter((item) => standsIn(topic, item)));
  }

  async #truth(): Promise<readonly TrueItem[]> {
    const ids = new Set(this.#items.map(({ id }) => id));
    return (await readTruth(world)).filter(({ id }) => ids.has(id));
  }

  /** The second node goes down and another takes its place, which remembers little. */
  async #restart(): Promise<void> {
    const [, old] = this.#nodes;
    running.delete(old);
    await old.hub.stop();
    this.#nodes[1] = await openSteppedHub(world, () => ({ warmPositions: 6, journalEntries: 8 }));
    running.add(this.#nodes[1]);
  }

  async #renew(): Promise<void> {
    const owner = createPool({
      connectionString: world.database.connectionString,
      role: 'owner',
      max: 1,
    });
    await owner.query('select renew_epoch()');
    await owner.end();
  }
}

async function begin(mask: number): Promise<Run> {
  const items: Piece[] = [];
  for (let each = 0; each < 3; each += 1) items.push({ ...(await depositAt(world, 1)), status: 1, place: 1 });
  const [first] = items;
  const all = ['store:1', 'site:2', 'stage:2:4', `item:${first?.id}`, `rma:${first?.rmaId}`];
  const topics = all.filter((_, index) => (mask & (1 << index)) > 0);
  const nodes: [SteppedHub, SteppedHub] = [
    await openSteppedHub(world, () => ({ warmPositions: 50 })),
    await openSteppedHub(world, () => ({ warmPositions: 50, journalEntries: 12 })),
  ];
  nodes.forEach((each) => running.add(each));
  return new Run(items, nodes, topics);
}

it(
  'a client that is cut anywhere shows in the end what the read model holds',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 10, maxLength: 40 }),
        fc.integer({ min: 1, max: 31 }),
        async (steps, mask) => {
          const run = await begin(mask);
          await run.take({ do: 'connect', node: 0, sleep: false, during: false });
          for (const each of steps) await run.take(each);
          expect(await run.settle()).toEqual([]);
          for (const { hub } of running) await hub.stop();
          running.clear();
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
);
