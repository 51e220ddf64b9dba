import { ASKS, SEES_REQUESTS } from '@atelier/domain/privacy/contract.ts';
import {
  personExportBody,
  personExportResponse,
  personExportsResponse,
} from '@atelier/contracts/privacy/schema.ts';
import { askForPersonExport } from '@atelier/application/privacy/person-export.commands.ts';
import { listPersonExports } from '@atelier/application/privacy/person-exports.queries.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';

/** Everything held about a person, for that person (product/privacy.md §5): asked for and listed; documents hands it out. */
export function exportRoutes(app: FastifyInstance, deps: ApiDeps): void {
  defineRoute(app, {
    method: 'POST',
    url: '/privacy/export',
    permission: ASKS,
    scope: 'house',
    summary: 'Have a file made of everything held about customers, in one of the seven languages',
    body: personExportBody,
    waitsFor: ['search'],
    seesNewest: true,
    response: personExportResponse,
    handler: async (input) => {
      const { customer_refs: customerRefs, language } = input.body;
      const asked = { customerRefs, language };
      const { answer, position } = accepted(
        await askForPersonExport(commandServices(deps), callerOf(input), asked),
      );
      const [made] = await listPersonExports(deps.db, deps.clock.now(), Number(answer?.['export_id']));
      if (made === undefined) throw notFound();
      return ok(made, { position });
    },
  });
  defineRoute(app, {
    method: 'GET',
    url: '/privacy/exports',
    permission: SEES_REQUESTS,
    scope: 'house',
    summary: 'The newest exports of persons: who asked, how often each was read',
    response: personExportsResponse,
    handler: async () => ok([...(await listPersonExports(deps.db, deps.clock.now()))]),
  });
}
