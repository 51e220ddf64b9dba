import {
  basketResponse,
  needTransferBody,
  transferClearBody,
  transferClearQuery,
  transferFactoryBody,
} from '@atelier/contracts/transfer/schema.ts';
import type { CommandOutcome } from '@atelier/application/commands/run-command.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { createPlaces } from '@atelier/application/reference/places.queries.ts';
import { listBasketIds } from '@atelier/application/transfer/basket.queries.ts';
import {
  assignFactory,
  needTransfer,
  takeOutOfBasket,
} from '@atelier/application/transfer/transfer.commands.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices, type CommandInput } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { rejected } from '../http/rejections.ts';
import { defineRoute } from '../http/route.ts';
import { TRANSFER_GUARD } from './guard.ts';
import { factoryNamed } from './which-factory.ts';

/** What fills and empties the basket. Every call is all or nothing. */
export function basketRoutes(app: FastifyInstance, deps: ApiDeps): void {
  needRoute(app, deps);
  factoryRoute(app, deps);
  clearRoutes(app, deps);
}

function needRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    ...TRANSFER_GUARD,
    method: 'POST',
    url: '/sav/need_to_transfer',
    summary: 'Report that these items need another factory, and why; `needed: false` withdraws it',
    body: needTransferBody,
    response: basketResponse,
    handler: async (input) => {
      const { rma_item_ids: ids, reason, needed } = input.body;
      const services = commandServices(deps);
      return basketAfter(
        deps,
        input,
        await needTransfer(services, callerOf(input), ids, needed ? reason : null),
      );
    },
  });
}

function factoryRoute(app: FastifyInstance, deps: ApiDeps): void {
  const places = createPlaces(deps.db);
  defineRoute(app, {
    ...TRANSFER_GUARD,
    method: 'POST',
    url: '/sav/tranfer_factory',
    summary: 'Put items into the basket for a factory; without items the whole basket is assigned to it',
    body: transferFactoryBody,
    response: basketResponse,
    handler: async (input) => {
      const factory = await factoryNamed(places, input.body.factory, deps.policy());
      const ids = input.body.rma_item_ids ?? (await wholeBasket(deps, input));
      if (ids.length === 0) throw rejected({ code: 'no_items' });
      return basketAfter(
        deps,
        input,
        await assignFactory(commandServices(deps), callerOf(input), ids, factory.id),
      );
    },
  });
}

/** GET is fixed, POST is its twin (product/calls.md §6). Both are commands and never cached. */
function clearRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const common = {
    ...TRANSFER_GUARD,
    url: '/sav/transfer_clear',
    summary: 'Empty the basket unsent, or take some pieces out of it',
    response: basketResponse,
  } as const;
  const clear = async (input: CommandInput, chosen: readonly number[] | undefined) => {
    const ids = chosen ?? (await wholeBasket(deps, input));
    return basketAfter(deps, input, await takeOutOfBasket(commandServices(deps), callerOf(input), ids));
  };
  defineRoute(app, {
    ...common,
    method: 'GET',
    query: transferClearQuery,
    handler: (input) => {
      input.reply.header('cache-control', 'no-store');
      return clear(input, input.query.rma_item_ids);
    },
  });
  defineRoute(app, {
    ...common,
    method: 'POST',
    body: transferClearBody,
    handler: (input) => {
      input.reply.header('cache-control', 'no-store');
      return clear(input, input.body.rma_item_ids);
    },
  });
}

export function basketOf(deps: ApiDeps, { principal, scope }: CommandInput): Promise<readonly number[]> {
  return inScope(deps.db, scope, (trx) => listBasketIds(trx, principal.siteId, 'basket'));
}

/** Who stands nowhere sees every basket, and changes none of them whole. */
async function wholeBasket(deps: ApiDeps, input: CommandInput): Promise<readonly number[]> {
  if (input.principal.siteId === undefined) throw rejected({ code: 'custody_elsewhere' });
  return basketOf(deps, input);
}

async function basketAfter(deps: ApiDeps, input: CommandInput, outcome: CommandOutcome) {
  const { answer, position } = accepted(outcome);
  const data = {
    changed: Number(answer?.['changed'] ?? 0),
    in_basket: (await basketOf(deps, input)).length,
  };
  return ok(data, { message: 'update success', position });
}
