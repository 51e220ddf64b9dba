import {
  importProductBody,
  importProductQuery,
  productImportsResponse,
} from '@atelier/contracts/reference/product-import/schema.ts';
import { skusOf } from '@atelier/domain/reference/product-import/product-import.ts';
import { startProductImport } from '@atelier/application/reference/product-import/product-import.commands.ts';
import { listProductImports } from '@atelier/application/reference/product-import/product-import.queries.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices, type CommandInput } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { ApiError } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';

/** Fixed words (product/reference.md §5). */
const BLANK = 'cannot click because of a blank scanned item';
const SAVED = 'data saved to list';

/** Product import (product/reference.md §5 `GET /importProduct` and its POST twin): a job fetches each SKU's master data. */
export function importProductRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const common = {
    permission: 'view system config',
    scope: 'house',
    url: '/importProduct',
    response: productImportsResponse,
  } as const;
  defineRoute(app, {
    ...common,
    method: 'GET',
    summary: 'Import these SKUs (`skus=A,B`); without them the newest imports, with what became of each SKU',
    query: importProductQuery,
    handler: async (input) => {
      input.reply.header('cache-control', 'no-store');
      const { skus } = input.query;
      if (skus === undefined) return ok(await listProductImports(deps.db));
      return start(deps, input, skus.split(','));
    },
  });
  defineRoute(app, {
    ...common,
    method: 'POST',
    summary: 'Import the master data of the scanned SKUs',
    body: importProductBody,
    handler: (input) => start(deps, input, input.body.skus),
  });
}

/** Lines as they were scanned; a blank one is refused by its place, and nothing begins. */
async function start(deps: ApiDeps, input: CommandInput, scanned: readonly string[]) {
  const errors = scanned.flatMap((line, index) =>
    line.trim() === '' ? [{ path: `skus.${index}`, code: 'blank_scanned_item', message: BLANK }] : [],
  );
  if (errors.length > 0) throw new ApiError(400, 'blank_scanned_item', BLANK, { errors });
  const skus = skusOf(scanned);
  const { position } = accepted(await startProductImport(commandServices(deps), callerOf(input), skus));
  return ok(await listProductImports(deps.db), { message: SAVED, position });
}
