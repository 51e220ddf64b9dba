import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { CHANGED_MARK, SESSIONS_CHANNEL } from '@atelier/application/identity/sessions.queries.ts';
import { changeUser } from '@atelier/application/identity/accounts.commands.ts';
import { sql } from 'kysely';
import { Client } from 'pg';
import type { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiWorld, signInAs, testMetadata, type ApiNode, type ApiWorld } from '../testing/testing-api.ts';
import { LiveSocket } from './socket.ts';
import { textsIn } from './testing-frames.ts';
import { openScreen, ticketFor } from './testing-screen.ts';

let api: ApiWorld;
let node: ApiNode;
beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node({ live: true });
});
afterAll(() => api.close());

/** A socket without a network. */
class Wire extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  closedWith: number | undefined;
  readonly frames: string[] = [];

  ping(): void {
    this.emit('pong');
  }

  close(code: number): void {
    this.readyState = 3;
    this.closedWith ??= code;
    this.emit('close');
  }

  terminate(): void {
    this.close(1006);
  }
}

/** A screen whose session has been read, and whose hello goes on when the test says so. */
async function openPaused(token: string) {
  const { live } = node.deps;
  if (live === undefined) throw new Error('the node is not live');
  const read = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let queries = 0;
  const db = node.deps.db.withPlugin({
    transformQuery: (args) => args.node,
    transformResult: async ({ result }) => {
      queries += 1;
      if (queries !== 2) return result;
      read.resolve();
      await gate.promise;
      return result;
    },
  });
  const wire = new Wire();
  const below = { writableLength: 0, write: (bytes: Buffer) => wire.frames.push(...textsIn(bytes)) };
  // The live socket asks no more of both sockets than the above.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const socket = wire as unknown as WebSocket;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const raw = below as unknown as Socket;
  new LiveSocket(socket, raw, { ...node.deps, db }, live.hub).start();
  const ticket = await ticketFor(node.app, token);
  wire.emit('message', Buffer.from(JSON.stringify({ type: 'hello', ticket })), false);
  await read.promise;
  return { wire, hub: live.hub, goOn: gate.resolve };
}

describe('rights that change between reading a session and admitting its screen', () => {
  it('close a screen whose account was deactivated', async () => {
    const { wire, hub, goOn } = await openPaused(await signInAs(node.app, 'auditor'));
    const before = hub.rightsChanges;
    await changeUser(
      api.world.store,
      api.users.auditor,
      { type: 'DeactivateUser' },
      { metadata: testMetadata() },
    );
    await expect.poll(() => hub.rightsChanges).toBeGreaterThan(before);
    goOn();
    await expect.poll(() => wire.closedWith).toBe(4499);
    expect(wire.frames).toEqual([]);
  });

  it('are read again when another node reports a new owner of the session', async () => {
    const { wire, hub, goOn } = await openPaused(await signInAs(node.app, 'factory'));
    const before = hub.rightsChanges;
    await sql`update sessions set revoked_at = now() where user_id = ${api.users.factory}`.execute(
      api.world.db,
    );
    await sql`select pg_notify(${SESSIONS_CHANNEL}, ${`${CHANGED_MARK}another`})`.execute(api.world.db);
    await expect.poll(() => hub.rightsChanges).toBeGreaterThan(before);
    goOn();
    await expect.poll(() => wire.closedWith).toBe(4499);
    expect(wire.frames).toEqual([]);
  });

  it('admit a screen when nothing changed', async () => {
    const { wire, goOn } = await openPaused(await signInAs(node.app, 'paris'));
    goOn();
    await expect.poll(() => wire.frames.length).toBe(1);
    expect(wire.closedWith).toBeUndefined();
  });
});

async function asOwner(statement: string): Promise<void> {
  const client = new Client({ connectionString: api.world.database.connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

describe('rights that change while sessions cannot be read', () => {
  it('close a screen once they can be read again', async () => {
    const { live } = node.deps;
    const screen = await openScreen(node.app, await signInAs(node.app, 'admin'), []);
    const before = live?.hub.rightsChanges ?? 0;
    await asOwner('revoke select on sessions from atelier_app');
    try {
      const metadata = testMetadata();
      await changeUser(api.world.store, api.users.admin, { type: 'DeactivateUser' }, { metadata });
      await expect.poll(() => live?.hub.rightsChanges).toBeGreaterThan(before);
      await delay(500);
    } finally {
      await asOwner('grant select on sessions to atelier_app');
    }
    expect(await screen.whenClosed()).toMatchObject({ code: 4499 });
  });
});
