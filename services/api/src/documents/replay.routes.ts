import { findWholeReplay, type WholeReplay } from '@atelier/application/audit/replay.queries.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { replayFileQuery } from '@atelier/contracts/audit/replay-schema.ts';
import { subjectKey } from '@atelier/domain/audit/replay-subject.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { badField, notFound } from '../http/errors.ts';
import { defineRawRoute } from '../http/route.ts';
import { changeRightsOf } from '../shared/change-rights.ts';
import { languageOf } from './send-paper.ts';
import { proofFiles, signedArchive } from './signed-archive.ts';
import type { ZipEntry } from './zip.ts';

/** `GET /audit/replay/file` (product/audit.md §6): what a replay shows, as an archive that the log signed. */
export function replayFileRoute(app: FastifyInstance, deps: ApiDeps): void {
  defineRawRoute(app, {
    method: 'GET',
    url: '/audit/replay/file',
    shows: 'persons',
    permission: 'audit replay',
    scope: 'house',
    summary: 'A replay as a signed archive: its events, the files before them, and the moment shown',
    query: replayFileQuery,
    produces: 'application/zip',
    handler: async ({ query, scope, principal, request, reply }) => {
      const rights = changeRightsOf(principal);
      const replay = await inScope(deps.db, scope, (trx) => findWholeReplay(trx, deps.store, query, rights));
      if (replay === undefined) throw notFound();
      if (replay === 'too_many')
        throw badField('to', 'too_many_events', 'At most 2,000 events in one file: choose a shorter span.');
      const subject = subjectKey(query.subject);
      const { zip } = await signedArchive(deps, {
        format: 'atelier-replay-1',
        head: { subject, from: query.from, to: query.to, made_at: deps.clock.now().toISOString() },
        files: [
          replayFile(replay),
          ...(query.subject.kind === 'item' ? await proofFiles(deps, subject) : []),
        ],
        position: replay.events.at(-1)?.position ?? 0,
        language: languageOf(query.language, request),
      });
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="replay-${subject}.zip"`)
        .send(zip);
    },
  });
}

const replayFile = (replay: WholeReplay): ZipEntry => ({
  name: 'replay.json',
  bytes: Buffer.from(`${JSON.stringify(replay, null, 1)}\n`),
});
