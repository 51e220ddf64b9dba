import { itemProofParams } from '@atelier/contracts/audit/proof-schema.ts';
import { itemStream } from '@atelier/domain/kernel.ts';
import { queryable } from '@atelier/application/platform/database.ts';
import { proveStream } from '@atelier/transparency-log/proof/stream-proof.ts';
import { logKeys } from '@atelier/transparency-log/proof/tree-tables.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { notFound } from '../http/errors.ts';
import { defineRawRoute } from '../http/route.ts';

/**
 * `GET /audit/proof/item/{id}`: proves the history of a piece to a holder of the public keys and `atelier-verify.mjs`
 * (decisions/0154). Personal fields stay sealed.
 */
export function itemProofRoute(app: FastifyInstance, { db, config }: ApiDeps): void {
  defineRawRoute(app, {
    method: 'GET',
    url: '/audit/proof/item/:id',
    shows: 'no-person',
    permission: 'audit replay',
    scope: 'house',
    summary: "Proof of a piece's history, verifiable without this system, as a JSON file",
    params: itemProofParams,
    produces: 'application/json',
    handler: async ({ params: { id }, reply }) => {
      const proof = await proveStream(queryable(db), itemStream(id));
      if (proof === undefined) throw notFound();
      const keys = { log: await logKeys(queryable(db)), witnesses: config.witnessKeys };
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="item-${id}.atelier-proof.json"`)
        .type('application/json')
        .send(JSON.stringify({ format: 'atelier-proof v1', keys, ...proof }, null, 1));
    },
  });
}
