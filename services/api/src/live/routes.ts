import websocket from '@fastify/websocket';
import { LIVE_CLOSE } from '@atelier/domain/live/contract.ts';
import { ticketResponse } from '@atelier/contracts/live/schema.ts';
import { issueTicket } from '@atelier/application/live/tickets.commands.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { defineRoute } from '../http/route.ts';
import { isOwnOrigin } from './origin.ts';

const MAX_FRAME_BYTES = 32 * 1024;
const MINUTE_MS = 60_000;

/** The two calls of the live wire (docs/live-protocol.md). */
export async function routes(app: FastifyInstance, deps: ApiDeps): Promise<void> {
  const { live } = deps;
  if (live === undefined) return;
  await app.register(websocket, {
    options: { maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false, clientTracking: true },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/live/ticket',
    forWalls: true,
    permission: 'session',
    scope: 'none',
    summary: 'A ticket for one live connection: once, within 30 seconds',
    response: ticketResponse,
    handler: async ({ principal }) =>
      ok({ ticket: await issueTicket(deps.db, principal.sessionId, deps.clock.now()) }),
  });
  // Registered by hand because it answers with a socket; it is declared all the same.
  app.route({
    method: 'GET',
    url: '/live',
    config: {
      declaration: {
        access: 'public',
        scope: 'none',
        // Rows that reach a screen are recorded by shown-readings.ts.
        shows: 'no-person',
        waitsFor: [],
        limit: { max: 6_000, windowMs: MINUTE_MS },
      },
    },
    schema: { summary: 'The live connection (WebSocket); its first frame carries the ticket' },
    handler: (_request, reply) => reply.callNotFound(),
    wsHandler: (socket, request) => {
      if (!isOwnOrigin(request.headers, deps.config)) return socket.close(LIVE_CLOSE.origin);
      if (app.readiness.draining) return socket.close(LIVE_CLOSE.restarting);
      live.connect(socket, request);
      return undefined;
    },
  });
}
