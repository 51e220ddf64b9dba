import { DAY_MS, toMs } from '@atelier/domain/kernel.ts';
import { READY_MODEL_STREAM, type ReadyModelFitted } from '@atelier/domain/promise/events.ts';
import { WrongExpectedVersion } from '@atelier/event-store/errors.ts';
import type { Caller, CommandServices } from '../commands/run-command.ts';
import { inScope } from '../platform/database.ts';
import { fitReadyModel } from '../shared/ready-model/fit-ready-model.ts';
import { modelInForce } from './ready-model.queries.ts';
import { readySamples } from './ready-samples.queries.ts';

/** A model is as old as this when the next one is learnt: a week, less the time that a run may be early. */
const LEAST_AGE_MS = 6.5 * DAY_MS;

export type Fitting = 'fitted' | 'fresh' | 'too_little' | 'raced';

/**
 * Learns from everything known now, and appends the model. Nothing while the newest is less than a week old, or before enough
 * pieces have ended. Two workers learn the same version: the log takes one of them.
 */
export async function fitModel(services: CommandServices, { metadata }: Caller): Promise<Fitting> {
  const at = services.clock.now().toISOString();
  const newest = await modelInForce(services.db);
  if (newest !== null && toMs(at) - toMs(newest.at) < LEAST_AGE_MS) return 'fresh';
  const samples = await inScope(services.db, { kind: 'all' }, (trx) => readySamples(trx, at));
  const model = await fitReadyModel(samples, at);
  if (model === null) return 'too_little';
  const before = newest?.number ?? 0;
  const event: ReadyModelFitted = { type: 'ReadyModelFitted', data: { number: before + 1, model, at } };
  try {
    const streams = [{ streamId: READY_MODEL_STREAM, expectedVersion: before, events: [event] }];
    await services.store.append({ streams, metadata });
    return 'fitted';
  } catch (error) {
    if (error instanceof WrongExpectedVersion) return 'raced';
    throw error;
  }
}
