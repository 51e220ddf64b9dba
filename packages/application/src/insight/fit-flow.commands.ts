import { setImmediate } from 'node:timers/promises';
import { flowModelStream, type FlowModelFitted } from '@atelier/domain/insight/simulation/events.ts';
import { fitFlow } from '@atelier/domain/insight/simulation/fit-flow.ts';
import { DAY_MS, toMs, type SiteId } from '@atelier/domain/kernel.ts';
import { WrongExpectedVersion } from '@atelier/event-store/errors.ts';
import type { Caller, CommandServices } from '../commands/run-command.ts';
import { inScope } from '../platform/database.ts';
import { waitForReadModel } from '../shared/wait-for-read-model.ts';
import { findFlowModel, flowEpisodes } from './flow-model.queries.ts';

/** A model is as old as this when the next one is learnt: a week, less the time that a run may be early. */
const LEAST_AGE_MS = 6.5 * DAY_MS;

/**
 * Learns how each factory works, where its newest model is a week old. Answers of which sites a model was appended.
 * @throws when the stays of pieces are behind the log
 */
export async function fitFlows(services: CommandServices, caller: Caller): Promise<readonly SiteId[]> {
  await waitForReadModel(services.db, 'stage_stays');
  const sites = await services.db
    .selectFrom('sites')
    .select('id')
    .where('kind', '=', 'factory')
    .orderBy('id')
    .execute();
  const fitted: SiteId[] = [];
  for (const { id } of sites) if (await fitSite(services, caller, id)) fitted.push(id);
  return fitted;
}

/** Two workers learn the same version: the log takes one of them. */
async function fitSite({ db, store, clock }: CommandServices, { metadata }: Caller, siteId: SiteId) {
  const at = clock.now().toISOString();
  const newest = await findFlowModel(db, siteId);
  if (newest !== null && toMs(at) - toMs(newest.at) < LEAST_AGE_MS) return false;
  const episodes = await inScope(db, { kind: 'all' }, (trx) => flowEpisodes(trx, siteId, clock.now()));
  // Learning takes seconds at a large site: other work goes on between the stages.
  const model = await fitFlow(episodes, at, () => setImmediate());
  if (model === null) return false;
  const before = newest?.number ?? 0;
  const event: FlowModelFitted = { type: 'FlowModelFitted', data: { number: before + 1, siteId, model, at } };
  const streams = [{ streamId: flowModelStream(siteId), expectedVersion: before, events: [event] }];
  try {
    await store.append({ streams, metadata });
    return true;
  } catch (error) {
    if (error instanceof WrongExpectedVersion) return false;
    throw error;
  }
}
