import { servicesOf } from '@atelier/application/commands/testing-commands.ts';
import { openWorld, type World } from '@atelier/application/projections/testing.ts';
import { startProgram, type Program } from '@atelier/tests/harness/program.ts';
import { startWebhookReceiver, type WebhookReceiver } from '@atelier/tests/harness/webhook-receiver.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { webhookWorld } from './testing-webhooks.ts';

const PATIENCE = { timeout: 100_000, interval: 50 };

let world: World;
let receiver: WebhookReceiver;
let folder: string;
const programs: Program[] = [];

beforeEach(async () => {
  world = await openWorld();
  receiver = await startWebhookReceiver();
  folder = mkdtempSync(join(tmpdir(), 'webhooks-'));
  writeFileSync(join(folder, 'master.key'), Buffer.alloc(32, 7).toString('hex'), { mode: 0o600 });
});
afterEach(async () => {
  await Promise.all(programs.splice(0).map((program) => program.kill('SIGKILL')));
  await receiver.close();
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

function launch(): Program {
  const program = startProgram(process.execPath, [join(import.meta.dirname, '..', 'main.ts')], {
    cwd: folder,
    env: {
      DATABASE_URL: world.database.appUrl,
      MASTER_KEY_FILE: join(folder, 'master.key'),
      WEBHOOK_TO_LOOPBACK: '1',
      LOG_LEVEL: 'warn',
    },
  });
  programs.push(program);
  return program;
}

it('a worker killed between a delivery and its note: it is delivered again under the same id, and nothing is lost', async () => {
  const services = servicesOf(world, { now: () => new Date(), advance: () => undefined });
  const hooks = webhookWorld(world, services);
  const id = await hooks.make({ url: receiver.url });
  const first = launch();
  receiver.reply(() => 'silence');
  const made = [await hooks.deposit(), await hooks.deposit()];
  await vi.waitFor(() => expect(receiver.received()).toHaveLength(1), PATIENCE);
  await first.kill('SIGKILL');
  expect(await hooks.log(id)).toEqual([]);
  receiver.reply(() => 204);
  made.push(await hooks.deposit());
  launch();
  await vi.waitFor(() => expect(receiver.received().length).toBeGreaterThanOrEqual(4), PATIENCE);
  const [lost, again] = receiver.received();
  expect(again?.id).toBe(lost?.id);
  expect(receiver.received().map(({ payload }) => payload.data['item_id'])).toEqual([
    made[0]?.itemId,
    ...made.map(({ itemId }) => itemId),
  ]);
});

const COUNT = 16;

it('a worker killed in the middle repeats one delivery at most; a restored cursor repeats those since its moment', async () => {
  const services = servicesOf(world, { now: () => new Date(), advance: () => undefined });
  const hooks = webhookWorld(world, services);
  const id = await hooks.make({ url: receiver.url });
  for (let made = 0; made < COUNT; made += 1) await hooks.deposit();
  const positions = () => receiver.received().map(({ payload }) => Number(payload.data['position']));
  const first = launch();
  await vi.waitFor(() => expect(positions().length).toBeGreaterThan(COUNT / 3), PATIENCE);
  await first.kill('SIGKILL');
  const [before, cursor] = [positions(), await cursorOf(id)];
  // Everything but the one that was under way has moved the cursor.
  expect(cursor).toBeGreaterThanOrEqual(before.at(-2) ?? 0);
  // The first test waits until the lease of the killed worker has run out.
  await world.pool.query('update webhook_cursors set held_until = now() where webhook_id = $1', [id]);
  const second = launch();
  await vi.waitFor(() => expect(new Set(positions()).size).toBe(COUNT), PATIENCE);
  await vi.waitFor(
    async () => expect(await cursorOf(id)).toBeGreaterThanOrEqual(Math.max(...positions())),
    PATIENCE,
  );
  expect(positions().length - COUNT).toBeLessThanOrEqual(1);
  await second.kill('SIGKILL');
  // As a database restored to the moment of the first kill has it: the deliveries since then are due once more.
  const [due, had] = [positions().filter((position) => position > cursor), positions().length];
  await world.pool.query(
    'update webhook_cursors set position = $2, holder = null, held_until = null where webhook_id = $1',
    [id, cursor],
  );
  launch();
  const wanted = [...new Set(due)].toSorted((a, b) => a - b);
  await vi.waitFor(() => expect(positions().slice(had)).toEqual(wanted), PATIENCE);
});

async function cursorOf(id: number): Promise<number> {
  const { rows } = await world.pool.query<{ position: number }>(
    'select position from webhook_cursors where webhook_id = $1',
    [id],
  );
  return rows[0]?.position ?? 0;
}
