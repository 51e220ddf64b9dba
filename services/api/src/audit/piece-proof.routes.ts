import { pieceProofParams } from '@atelier/contracts/audit/proof-schema.ts';
import { inScope, queryable } from '@atelier/application/platform/database.ts';
import {
  findPieceByToken,
  findPieceProof,
  type PieceOfToken,
  type PieceProof,
} from '@atelier/application/audit/piece-proof.queries.ts';
import { ArchivedHistory } from '@atelier/transparency-log/archive/archived-history.ts';
import { logKeys } from '@atelier/transparency-log/proof/tree-tables.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ApiError, notFound } from '../http/errors.ts';
import { defineRawRoute } from '../http/route.ts';

/** A page asks once, or again while its newest step is not sealed. */
const LIMIT = { max: 60, windowMs: 60_000 };

/**
 * `GET /proof/{token}`: public, for a caller with the code of a handover paper. Steps of the customer's page with
 * their moments and proofs, nothing of a person, of another piece or of other events; an unknown token is as
 * unknown as any other (decisions/0166).
 */
export function pieceProofRoute(app: FastifyInstance, deps: ApiDeps): void {
  const { db, config } = deps;
  defineRawRoute(app, {
    method: 'GET',
    url: '/proof/:token',
    shows: 'no-person',
    permission: 'public',
    scope: 'link',
    summary: "Proof of a piece's steps for whoever has its handover paper, verifiable without this system",
    params: pieceProofParams,
    produces: 'application/json',
    limit: LIMIT,
    handler: async ({ params: { token }, scope, reply }) => {
      const piece = await inScope(db, scope, (trx) => findPieceByToken(trx, token));
      if (piece === undefined) throw notFound();
      const proof = await proofOf(deps, piece);
      const keys = { log: await logKeys(queryable(db)), witnesses: config.witnessKeys };
      return reply
        .header('content-disposition', 'inline; filename="history.atelier-proof.json"')
        .type('application/json')
        .send(JSON.stringify({ format: 'atelier-proof v1', keys, ...proof }, null, 1));
    },
  });
}

/** The name of an archive is nothing for the public. */
async function proofOf({ db, store }: ApiDeps, piece: PieceOfToken): Promise<PieceProof> {
  try {
    return await findPieceProof(db, store, piece);
  } catch (error) {
    if (!(error instanceof ArchivedHistory)) throw error;
    throw new ApiError(404, error.code, 'The events of this piece were moved to an archive.');
  }
}
