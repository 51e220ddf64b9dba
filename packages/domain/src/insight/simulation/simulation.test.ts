import { describe, expect, it } from 'vitest';
import { Status } from '../../shared/status.ts';
import { learn } from './calibrate.ts';
import { episodesOf } from './episodes.ts';
import { fitFlow } from './fit-flow.ts';
import { errorOf, quantileOf, type FlowModel, type Life } from './flow-model.ts';
import { simulate } from './simulate.ts';
import { episodesOfBench } from './testing-bench.ts';
import { TimeQueue } from './time-queue.ts';
import { simulateChange } from './what-if.ts';

const POLISH = Status.RepairPolish;
const life = (...steps: number[]): Life => ({ hour: 0, steps });
const HISTORY_WEEKS = 80;
const at = new Date(HISTORY_WEEKS * 168 * 3_600_000).toISOString();
/** Four of five hours taken. */
const BUSY = { places: 6, meanHours: 8, perWeek: 100, weeks: HISTORY_WEEKS };
const fitted = async (): Promise<FlowModel> => {
  const model = await fitFlow(episodesOfBench(BUSY), at);
  if (model === null) throw new Error('too few pieces');
  return model;
};

it('a queue of times gives the earliest first, and those of one time in their order', () => {
  const queue = new TimeQueue();
  for (const [time, value] of [
    [5, 1],
    [2, 2],
    [5, 3],
    [1, 4],
    [2, 5],
  ] as const)
    queue.add(time, value);
  expect(Array.from({ length: 5 }, () => queue.take())).toEqual([4, 2, 5, 1, 3]);
  expect([queue.size, queue.next, queue.take()]).toEqual([0, Number.POSITIVE_INFINITY, -1]);
});

describe('a simulated site', () => {
  const all = { from: 0, until: 1 };
  const three = [0, 0, 0].map((when) => ({ at: when, life: life(POLISH, 2) }));

  it('lets pieces wait in their turn for a place', () => {
    const { took, stages } = simulate(three, [{ stage: POLISH, places: 1 }], all);
    expect(took).toEqual({ p50: 4, p85: 6 });
    expect(stages).toEqual([{ stage: POLISH, places: 1, meanWait: 2, p85Wait: 4, taken: 1 }]);
  });

  it('lets none wait where there is no limit', () => {
    const { took, stages } = simulate(three, [{ stage: POLISH, places: null }], all);
    expect(took).toEqual({ p50: 2, p85: 2 });
    expect(stages[0]).toMatchObject({ meanWait: 0, taken: null });
  });

  it('measures only pieces that came in the measured time', () => {
    const late = { at: 30, life: life(POLISH, 7) };
    const done = simulate([...three, late], [{ stage: POLISH, places: 1 }], { from: 20, until: 40 });
    expect([done.pieces, done.took.p50]).toEqual([1, 7]);
  });
});

describe('what is learnt of a site', () => {
  it('finds the places of a full bench, its hours of work, and that another bench has no limit', async () => {
    const { stages, lives } = await learn(episodesOfBench(BUSY));
    expect(stages).toEqual([
      { stage: POLISH, places: BUSY.places },
      { stage: Status.RepairQC, places: null },
    ]);
    const mean = lives.reduce((sum, { steps }) => sum + (steps[1] ?? 0), 0) / lives.length;
    expect(mean / BUSY.meanHours).toBeCloseTo(1, 1);
  });

  it('says nothing of a bench that few pieces passed', async () => {
    const few = episodesOfBench({ ...BUSY, weeks: 1 });
    expect((await learn(few)).stages[0]?.places).toBeNull();
    expect(await fitFlow(few, at)).toBeNull();
  });

  it('reproduces a quarter that it has not seen', async () => {
    const { check } = await fitted();
    expect(check?.pieces).toBeGreaterThan(500);
    expect(check && errorOf(check)).toBeLessThan(0.05);
    // Learnt and checked by different pieces: the two are near each other, not the same.
    expect(check?.simulated).not.toEqual(check?.real);
  });

  it('learns nothing from what came after the quarter began', async () => {
    const episodes = episodesOfBench(BUSY);
    const from = (HISTORY_WEEKS - 23) * 168;
    const slower = episodes.map((episode) =>
      (episode[0]?.from ?? 0) < from
        ? episode
        : episode.map((visit) => ({ ...visit, until: (visit.until ?? 0) + 1_000 })),
    );
    const [asItWas, changed] = [(await fitted()).check, (await fitFlow(slower, at))?.check];
    expect(changed?.real.p50).toBeGreaterThan(900);
    expect(changed?.simulated).toEqual(asItWas?.simulated);
  });
});

describe('a change', async () => {
  const model = await fitted();
  const changed = (places: number | null, weekly = model.weekly) =>
    simulateChange(model, { places: new Map([[POLISH, places]]), weekly });

  it('of nothing gives the site as it is', () => {
    const real = episodesOfBench(BUSY)
      .map((episode) => (episode.at(-1)?.until ?? 0) - (episode[0]?.from ?? 0))
      .toSorted((a, b) => a - b);
    const { took } = simulateChange(model, { places: new Map(), weekly: model.weekly });
    expect(took.p50 / quantileOf(real, 0.5)).toBeCloseTo(1, 1);
  });

  it('of places makes pieces wait less or longer', () => {
    const [fewer, same, more] = [changed(5), changed(6), changed(8)];
    expect(more.took.p85).toBeLessThan(same.took.p85);
    expect(fewer.took.p85).toBeGreaterThan(1.1 * same.took.p85);
    expect(changed(null).stages[0]).toMatchObject({ meanWait: 0 });
    expect([fewer, more].map(({ pieces }) => pieces)).toEqual([same.pieces, same.pieces]);
  });

  it('of pieces per week fills the benches', () => {
    const [calm, same] = [changed(6, model.weekly / 2), changed(6)];
    expect(calm.pieces / same.pieces).toBeCloseTo(0.5, 1);
    expect(calm.stages[0]?.meanWait).toBeLessThan((same.stages[0]?.meanWait ?? 0) / 2);
  });
});

it('a piece leads the life of one that came at its hour of the week', () => {
  const at10 = { hour: 10, steps: [POLISH, 1] };
  // Three days apart: 1970 began on a Thursday, the week of a model on a Monday.
  const others = [82, 106].map((hour) => ({ hour, steps: [POLISH, 100] }));
  const lives = [at10, ...others].flatMap((each) => Array.from({ length: 60 }, () => each));
  const hours = Array.from({ length: 168 }, (_, hour) => (hour === 10 ? 1 : 0));
  const stages = [{ stage: POLISH, places: null }];
  const model: FlowModel = { at, weekly: 20, parcels: [2], hours, stages, lives, check: null };
  const { took, pieces } = simulateChange(model, { places: new Map(), weekly: 20 });
  expect(took).toEqual({ p50: expect.closeTo(1, 6), p85: expect.closeTo(1, 6) });
  expect(pieces / 26).toBeCloseTo(20, -1);
});

it('a quarter whose pieces are still there is judged by how long they have been there', async () => {
  const from = (HISTORY_WEEKS - 23) * 168;
  const stuck = episodesOfBench(BUSY).map((episode) =>
    (episode[0]?.from ?? 0) < from ? episode : episode.map((visit) => ({ ...visit, until: null })),
  );
  const check = (await fitFlow(stuck, at))?.check;
  expect(check?.real.p85).toBeGreaterThan(1_680);
  expect(check?.real.p85).toBeLessThan(23 * 168);
});

it('stays become visits: another time begins where a stay does not follow the one before', () => {
  const stays = [
    { piece: 1, stage: Status.IncomingCheck, from: 0, until: 2 },
    { piece: 1, stage: Status.IncomingCheck, from: 2, until: 3 },
    { piece: 1, stage: POLISH, from: 3, until: 5 },
    { piece: 1, stage: POLISH, from: 9, until: null },
    { piece: 2, stage: POLISH, from: 9, until: 10 },
  ];
  expect(episodesOf(stays)).toEqual([
    [
      { stage: Status.IncomingCheck, from: 0, until: 3 },
      { stage: POLISH, from: 3, until: 5 },
    ],
    [{ stage: POLISH, from: 9, until: null }],
    [{ stage: POLISH, from: 9, until: 10 }],
  ]);
});
