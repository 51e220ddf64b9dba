import {
  cosignatureBody,
  cosignatureResponse,
  entriesParams,
  tileParams,
} from '@atelier/contracts/audit/proof-schema.ts';
import { queryable } from '@atelier/application/platform/database.ts';
import { witnessOfLine } from '@atelier/transparency-log/proof/checkpoint.ts';
import { packEntries } from '@atelier/transparency-log/proof/leaf.ts';
import { HASH_BYTES } from '@atelier/transparency-log/proof/merkle.ts';
import { parseVerifierKey } from '@atelier/transparency-log/proof/signed-note.ts';
import { parseTilePath, type TileAddress } from '@atelier/transparency-log/proof/tile-path.ts';
import {
  checkpointOfSize,
  cosignedNote,
  keepCosignature,
  latestCheckpoint,
  readEntries,
  readTile,
} from '@atelier/transparency-log/proof/tree-tables.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField, notFound } from '../http/errors.ts';
import { defineRawRoute, defineRoute } from '../http/route.ts';

/** A checkpoint changes with the next sealing, a tile never does. */
const SHORTLY = 'public, max-age=5';
const FOR_GOOD = 'public, max-age=31536000, immutable';
const TILE_TYPE = 'application/octet-stream';

/**
 * The log's tree for verifiers (C2SP tlog-tiles, decisions/0153). Checkpoint and tiles hold hashes only: they are
 * public, so that witnesses and customers need no account.
 */
export function logRoutes(app: FastifyInstance, deps: ApiDeps): void {
  checkpointRoute(app, deps);
  tileRoute(app, deps);
  entriesRoute(app, deps);
  cosignatureRoute(app, deps);
}

/** `GET /log/checkpoint`: the newest head of the tree under the log's signature and those of its witnesses. */
function checkpointRoute(app: FastifyInstance, { db }: ApiDeps): void {
  defineRawRoute(app, {
    method: 'GET',
    url: '/log/checkpoint',
    shows: 'no-person',
    permission: 'public',
    scope: 'none',
    summary: 'Signed head of the tree over the whole log, a note in text',
    produces: 'text/plain',
    handler: async ({ reply }) => {
      const latest = await latestCheckpoint(queryable(db));
      if (latest === undefined) throw notFound();
      const note = await cosignedNote(queryable(db), latest);
      return reply.header('cache-control', SHORTLY).type('text/plain; charset=utf-8').send(note);
    },
  });
}

/** `GET /log/tile/{level}/{path}`: 256 hashes of the tree, or as many as it had at an earlier size. */
function tileRoute(app: FastifyInstance, { db }: ApiDeps): void {
  defineRawRoute(app, {
    method: 'GET',
    url: '/log/tile/:level/*',
    shows: 'no-person',
    permission: 'public',
    scope: 'none',
    summary: 'Hashes of the tree over the whole log, by tile',
    params: tileParams,
    produces: TILE_TYPE,
    handler: async ({ params, reply }) => {
      const address = addressOf(params['*']);
      const hashes = await readTile(queryable(db), params.level, address);
      if (hashes.length < address.width * HASH_BYTES) throw notFound();
      return sendTile(reply, hashes, FOR_GOOD);
    },
  });
}

/**
 * `GET /log/tile/entries/{path}`: what the leaves are made of. Not public: stream names and moments say how much the
 * house repairs, and who works when.
 */
function entriesRoute(app: FastifyInstance, { db }: ApiDeps): void {
  defineRawRoute(app, {
    method: 'GET',
    url: '/log/tile/entries/*',
    shows: 'no-person',
    permission: 'audit replay',
    scope: 'house',
    summary: 'Entries of the tree over the whole log, by tile: position, stream, version, hash',
    params: entriesParams,
    produces: TILE_TYPE,
    handler: async ({ params, reply }) => {
      const address = addressOf(params['*']);
      const entries = await readEntries(queryable(db), address);
      if (entries.length < address.width) throw notFound();
      return sendTile(reply, packEntries(entries), 'private, max-age=600');
    },
  });
}

/** By one address: a few witnesses behind one proxy, each every few seconds. */
const HANDED_OVER = { max: 120, windowMs: 60_000 };

/** `POST /log/cosignatures`: public, for a known witness's signature is all that is taken. */
function cosignatureRoute(app: FastifyInstance, { db, config }: ApiDeps): void {
  const witnesses = config.witnessKeys.map(parseVerifierKey);
  defineRoute(app, {
    method: 'POST',
    url: '/log/cosignatures',
    permission: 'public',
    scope: 'none',
    summary: "Hands over a witness's signature under a checkpoint",
    body: cosignatureBody,
    response: cosignatureResponse,
    limit: HANDED_OVER,
    handler: async ({ body: { size, line } }) => {
      const checkpoint = await checkpointOfSize(queryable(db), size);
      if (checkpoint === undefined) throw notFound();
      const key = witnessOfLine(line, checkpoint.note, witnesses);
      if (key === undefined)
        throw badField('line', 'not_signed', 'No known witness signed this checkpoint so.');
      await keepCosignature(queryable(db), size, `${key.name}+${key.id}`, line);
      return ok({ size });
    },
  });
}

function addressOf(path: string): TileAddress {
  const address = parseTilePath(path);
  if (address === undefined) throw notFound();
  return address;
}

const sendTile = (reply: FastifyReply, bytes: Buffer, keep: string): FastifyReply =>
  reply.header('cache-control', keep).type(TILE_TYPE).send(bytes);
