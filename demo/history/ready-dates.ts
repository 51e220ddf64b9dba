import { withFirstDate } from '@atelier/application/promise/at-deposit.queries.ts';
import { fitReadyModel, type PieceSample } from '@atelier/application/shared/ready-model/fit-ready-model.ts';
import { addDays } from '@atelier/domain/calendar.ts';
import { DAY_MS, HOUR_MS, SYSTEM, toInstant, toMs } from '@atelier/domain/kernel.ts';
import {
  hasNoDate,
  momentOf,
  statesOf,
  type PieceOrigin,
  type PieceState,
  type PieceWorld,
} from '@atelier/domain/processes/ready-history.ts';
import { samplesOf } from '@atelier/domain/processes/ready-samples.ts';
import { READY_MODEL_STREAM, type ReadyModelFitted } from '@atelier/domain/promise/events.ts';
import { isWorthTelling } from '@atelier/domain/promise/moves.ts';
import { wallClockOf } from '@atelier/domain/promise/wall-clock.ts';
import { expectReady, type Expected } from '@atelier/domain/shared/ready-date/ready-model.ts';
import { WEEK_MS } from './ages.ts';
import type { ReferenceSet } from '../reference/generate.ts';
import { itemEvents, loadsOf } from './lives.ts';
import { SYSTEM_PERFORMER } from './staff.ts';
import type { StoryCommand } from './story.ts';

/** Weeks ago: when a model was learnt. The workers learn the next one when they begin. */
const FITTED_WEEKS_AGO = [10, 5] as const;
/** After midnight, when the workers look for dates that have passed. */
const NIGHT_MS = 2 * HOUR_MS;

type Model = ReadyModelFitted['data'];

interface Life {
  readonly streamId: string;
  readonly origin: PieceOrigin;
  readonly states: readonly PieceState[];
}

/**
 * The same history with the dates that the product would have named in its last weeks: a model learnt from what was known then,
 * one at each deposit after it, and another where the latest day had passed in the night (docs/product/promise.md §3).
 */
export async function withReadyDates(
  commands: readonly StoryCommand[],
  reference: ReferenceSet,
  now: number,
): Promise<readonly StoryCommand[]> {
  const lives = livesOf(commands, reference);
  const world = worldOf(lives, reference, now);
  const models: Model[] = [];
  for (const weeks of FITTED_WEEKS_AGO) {
    const model = await modelAt(lives, world, now - weeks * WEEK_MS);
    if (model !== null) models.push({ number: models.length + 1, model, at: model.at });
  }
  const byStream = new Map(lives.map((life) => [life.streamId, life]));
  const dated = commands.map((command) => withDates(command, byStream, models, world));
  const moved = dated.flatMap((command) => passedDates(command, { byStream, models, world, now }));
  // Stable: the events of one stream stay in order.
  return [...models.map(fitted), ...dated, ...moved].toSorted((a, b) => toMs(a.at) - toMs(b.at));
}

function livesOf(commands: readonly StoryCommand[], reference: ReferenceSet): readonly Life[] {
  const sites = new Map(reference.sites.map((site) => [site.id, site]));
  const clocks = new Map(
    [...new Set(reference.sites.map((site) => site.time_zone))].map((zone) => [zone, wallClockOf(zone)]),
  );
  return [...itemEvents(commands)].flatMap(([streamId, events]) => {
    const first = events[0]?.event;
    if (first?.type !== 'ItemDeposited') return [];
    const { itemId, storeId, delivery } = first.data;
    const site = sites.get(storeId);
    const wall = clocks.get(site?.time_zone ?? '');
    if (site === undefined || wall === undefined) return [];
    const origin = { itemId, storeId, country: site.country, delivery, wall };
    return [{ streamId, origin, states: statesOf(events) }];
  });
}

function worldOf(lives: readonly Life[], reference: ReferenceSet, now: number): PieceWorld {
  const products = new Map(reference.products.map((product) => [product.sku, product]));
  return {
    productOf: (sku) => {
      const product = products.get(sku);
      return { kind: product?.kind ?? '', collection: product?.collection ?? '' };
    },
    loadOf: loadsOf(
      lives.map(({ states }) => states),
      now,
    ),
  };
}

/** Learnt from what was known at the moment; null while that was too little. */
function modelAt(lives: readonly Life[], world: PieceWorld, at: number) {
  const samples = lives.flatMap(({ origin, states }): PieceSample[] =>
    samplesOf(states, origin, world, at).map((sample) => ({
      ...sample,
      itemId: origin.itemId,
      country: origin.country,
    })),
  );
  return fitReadyModel(samples, toInstant(at));
}

const fitted = (data: Model): StoryCommand => ({
  at: data.at,
  by: SYSTEM_PERFORMER,
  streams: [{ streamId: READY_MODEL_STREAM, events: [{ type: 'ReadyModelFitted', data }] }],
});

const modelOn = (models: readonly Model[], at: number): Model | undefined =>
  models.findLast((model) => toMs(model.at) <= at);

/** A deposit with the first date of each piece, by the model in force. */
function withDates(
  command: StoryCommand,
  lives: ReadonlyMap<string, Life>,
  models: readonly Model[],
  world: PieceWorld,
): StoryCommand {
  const model = modelOn(models, toMs(command.at));
  if (model === undefined) return command;
  const streams = command.streams.map((stream) => {
    const life = lives.get(stream.streamId);
    return life === undefined ? stream : withFirstDate(stream, model, life.origin, world);
  });
  return { ...command, streams };
}

interface Nights {
  readonly byStream: ReadonlyMap<string, Life>;
  readonly models: readonly Model[];
  readonly world: PieceWorld;
  readonly now: number;
}

/** What the nights after a dated deposit said: another date each time that the latest day had passed and the piece was not ready. */
function passedDates({ streams }: StoryCommand, nights: Nights): readonly StoryCommand[] {
  return streams.flatMap(({ streamId, events }) => {
    const first = events.find((event) => event.type === 'ReadyDateExpected')?.data;
    const life = nights.byStream.get(streamId);
    return first === undefined || life === undefined ? [] : [...nightsOf(life, first, nights)];
  });
}

function* nightsOf(
  { streamId, origin, states }: Life,
  first: Expected,
  { models, world, now }: Nights,
): Generator<StoryCommand> {
  let known = first;
  for (let at = nightAfter(known); at < now; at += DAY_MS) {
    const state = states.findLast((each) => each.at <= at);
    const model = modelOn(models, at);
    if (state === undefined || model === undefined || isOver(state)) return;
    const moment = momentOf(state, at, origin, world);
    const next = expectReady(model.model, moment);
    if (next === null || !isWorthTelling(known, next, addDays('1970-01-01', Math.floor(moment.now))))
      continue;
    known = next;
    const because = { kind: 'time' } as const;
    const data = { ...next, model: model.number, because, at: toInstant(at), by: SYSTEM };
    const streams = [{ streamId, events: [{ type: 'ReadyDateExpected' as const, data }] }];
    yield { at: toInstant(at), by: SYSTEM_PERFORMER, streams };
    at = nightAfter(known) - DAY_MS;
  }
}

const nightAfter = ({ latest }: Expected): number => Date.parse(latest) + DAY_MS + NIGHT_MS;

const isOver = (state: PieceState): boolean => hasNoDate(state) || state.facts.readyAt !== null;
