import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../kernel.ts';
import { at, depositItem, FACTORY, given, PARIS, World } from '../../processes/testing.ts';
import { worldAt } from '../../processes/testing-stages.ts';
import type { ItemEvent } from '../item/events.ts';
import type { MeasurementsInput } from '../item/commands.ts';
import type { PartLine } from '../parts/part-events.ts';
import { Status, type StatusId } from '../../shared/status.ts';
import { differenceOf, placeOf, verdictOf } from './interval.ts';
import { changedInterval, evolveWeights, type WeightLedger } from './ledger.ts';

const gold = (weightMg: number): PartLine => ({ kind: 'metal', code: '18K', pieces: null, weightMg });

/** A piece of 4,200 mg that stands at the factory, received without a weight. */
class Weighed extends World {
  received(): this {
    this.deposit(1, [depositItem(1)]).wait(HOUR_MS);
    this.pack(1000, 1, PARIS, FACTORY, [1]).wait(HOUR_MS).send(1000).wait(HOUR_MS);
    return this.to(Status.ReceiveFromShop);
  }

  to(target: StatusId, measurements: MeasurementsInput = {}): this {
    this.run(this.move(1, target, at(FACTORY), { measurements }));
    return this.wait(HOUR_MS);
  }

  weigh(measurements: MeasurementsInput, site = FACTORY): this {
    this.run(this.on(1, { type: 'RecordMeasurements', measurements }, at(site)));
    return this.wait(HOUR_MS);
  }

  parts(lines: readonly PartLine[], corrects: number | null = null): this {
    this.run(this.on(1, { type: 'RecordParts', lines, corrects }, at(FACTORY)));
    return this.wait(HOUR_MS);
  }

  get ledger(): WeightLedger {
    let ledger: WeightLedger | undefined;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream is that of a piece
    for (const event of (this.logs.get('item-1') ?? []) as readonly ItemEvent[])
      ledger = evolveWeights(ledger, event);
    if (ledger === undefined) throw new Error('never deposited');
    return ledger;
  }
}

const last = (world: Weighed) => {
  const interval = world.ledger.intervals.at(-1);
  if (interval === undefined) throw new Error('no interval');
  return interval;
};
const atBench = () => new Weighed().received().weigh({ weightMg: 4_200 }).to(4, { weightMg: 4_200 });

describe('the weights of a piece (product/insight.md §6)', () => {
  it('balance between two weighings of one bench, with metal, scrap and dust', () => {
    const world = atBench().parts([gold(180)]);
    world.to(5, { weightMg: 4_328, scrapMg: 20, lossMg: 32 });
    expect(last(world)).toMatchObject({
      weighing: 3,
      inMg: 4_200,
      addedMg: 180,
      outMg: 4_328,
      scrapMg: 20,
      lossMg: 32,
      site: FACTORY,
      spans: [{ site: FACTORY, status: Status.RepairProcess }],
    });
    expect([differenceOf(last(world)), verdictOf(last(world))]).toEqual([0, 'within']);
    expect(placeOf(last(world))).toEqual({ kind: 'bench', status: Status.RepairProcess });
  });

  it('pin a difference to the one bench between two weighings', () => {
    const world = atBench().to(5, { weightMg: 3_986 }).to(6, { weightMg: 3_985 });
    expect(world.ledger.intervals.map(verdictOf)).toEqual(['within', 'within', 'beyond', 'within']);
    const beyond = world.ledger.intervals.filter((one) => verdictOf(one) === 'beyond');
    expect(beyond.map((one) => [differenceOf(one), placeOf(one).status])).toEqual([[-214, 4]]);
  });

  it('name every span between two weighings where several lie there', () => {
    const world = new Weighed().received().weigh({ weightMg: 4_150 });
    expect(last(world).spans.map(({ site, shipmentId, status }) => [site, shipmentId, status])).toEqual([
      [PARIS, null, Status.Created],
      [null, 1000, Status.SentToWarehouse],
      [FACTORY, null, Status.ReceiveFromShop],
    ]);
    expect(placeOf(last(world)).kind).toBe('way');
    const benches = atBench().to(5).to(6, { weightMg: 4_200 });
    expect([placeOf(last(benches)).kind, last(benches).spans.length]).toEqual(['benches', 2]);
  });

  it('are not judged where a part was added without a weight', () => {
    const stone: PartLine = { kind: 'stone', code: 'D-1', pieces: 1, weightMg: null };
    const world = atBench().parts([stone]).to(5, { weightMg: 4_290 });
    expect(verdictOf(last(world))).toBe('unjudged');
    world.parts([{ ...stone, weightMg: 90 }], 1);
    expect(changedInterval(world.ledger)?.weighing).toBe(3);
    expect([verdictOf(last(world)), last(world).addedMg]).toEqual(['within', 90]);
  });

  it('change in the interval of the record that is corrected, whatever was weighed since', () => {
    const world = atBench()
      .parts([gold(350)])
      .to(5, { weightMg: 4_235 })
      .to(6, { weightMg: 4_235 });
    expect(world.ledger.intervals.map(verdictOf)).toEqual(['within', 'within', 'beyond', 'within']);
    world.parts([gold(35)], 1);
    expect(world.ledger.intervals.map(differenceOf)).toEqual([0, 0, 0, 0]);
  });

  it('take a wrong weighing back', () => {
    const world = atBench().weigh({ weightMg: 42_000 });
    expect(verdictOf(last(world))).toBe('beyond');
    world.weigh({ weightMg: 4_199, replaces: true }).to(5, { weightMg: 4_199 });
    expect(world.ledger.intervals.map(differenceOf)).toEqual([0, 0, -1, 0]);
    given(world.to(6))
      .when((it) => it.on(1, replaced(4_000), at(FACTORY)))
      .thenRejected('weighing_not_last');
  });

  it('begin again with the piece that replaces another', () => {
    const world = atBench();
    const replacement = { sku: 'RING-2', serial: 'S9' };
    world.run(world.on(1, { type: 'ReplaceItem', replacement, reason: null }, at(FACTORY)));
    world.weigh({ weightMg: 5_000 });
    expect(world.ledger.intervals).toHaveLength(2);
    expect(world.weigh({ weightMg: 5_000 }).ledger.intervals).toHaveLength(3);
  });

  it('keep what was said of a difference, and what is said later', () => {
    const world = atBench().to(5, { weightMg: 4_100 });
    world.run(world.on(1, explained(3, 'looked_at'), at(FACTORY)));
    world.run(world.on(1, explained(3, 'scrap_unrecorded'), at(FACTORY)));
    expect(last(world).explanation).toBe('scrap_unrecorded');
    given(world)
      .when((it) => it.on(1, explained(4, 'scale'), at(FACTORY)))
      .thenRejected('weighing_unknown');
    given(world)
      .when((it) => it.on(1, explained(3, 'other'), at(FACTORY)))
      .thenRejected('reason_required');
  });

  it('are taken at the shop before it sends and before it hands over, where the piece lies', () => {
    const world = new Weighed();
    world.deposit(1, [depositItem(1)]).wait(HOUR_MS);
    expect(last(world.weigh({ weightMg: 4_200 }, PARIS)).site).toBe(PARIS);
    given(world)
      .when((it) => it.on(1, { type: 'RecordMeasurements', measurements: { weightMg: 1 } }, at(FACTORY)))
      .thenRejected('custody_elsewhere');
  });
});

const replaced = (weightMg: number) =>
  ({ type: 'RecordMeasurements', measurements: { weightMg, replaces: true } }) as const;
const explained = (weighing: number, explanation: 'looked_at' | 'scale' | 'scrap_unrecorded' | 'other') =>
  ({ type: 'ExplainDifference', weighing, explanation, note: null }) as const;

describe('a weighing that configuration demands', () => {
  const demanding = () => {
    const world = new Weighed({ weighBefore: { 4: [FACTORY] }, stageTolerances: { 4: 60 } });
    return world.received().weigh({ weightMg: 4_200 }).to(4, { weightMg: 4_200 });
  };
  const on = (measurements: MeasurementsInput = {}) => {
    return (world: World) => world.move(1, 5, at(FACTORY), { measurements });
  };

  it('is asked for before the piece goes on: the weight that it came with is none', () => {
    given(demanding()).when(on()).thenRejected('measurement_required', { field: 'weight' });
    given(demanding())
      .when(on({ weightMg: 4_150 }))
      .thenDone();
    given(demanding().weigh({ weightMg: 4_150 }))
      .when(on())
      .thenDone();
  });

  it('holds a pickup until the shop has weighed what came back', () => {
    const world = worldAt(Status.ShopReceived, {}, { demandReturnWeight: true });
    world.run(world.on(1, { type: 'RecordSignature', kind: 'pickup', signature: 'p' }, at(PARIS)));
    const handOver = (it: World) => it.on(1, { type: 'HandOver', signature: 'p' }, at(PARIS));
    given(world).when(handOver).thenRejected('measurement_required', { field: 'weight' });
    world.wait(HOUR_MS);
    world.run(world.on(1, { type: 'RecordMeasurements', measurements: { weightMg: 4_200 } }, at(PARIS)));
    given(world).when(handOver).thenDone();
  });

  it('tolerates what its stage tolerates, as configured when it was weighed', () => {
    const world = demanding().to(5, { weightMg: 4_145 });
    expect([last(world).toleranceMg, verdictOf(last(world))]).toEqual([60, 'within']);
    expect(last(world.to(6, { weightMg: 4_139 })).toleranceMg).toBe(5);
    expect(verdictOf(last(world))).toBe('beyond');
  });
});
