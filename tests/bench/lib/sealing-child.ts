import { generateKeyPairSync } from 'node:crypto';
import { createPool } from '@atelier/event-store/pool.ts';
import { keepSealing } from '@atelier/transparency-log/proof/keep-sealing.ts';
import { signerKey } from '@atelier/transparency-log/proof/signed-note.ts';
import type { Stoppable } from '@atelier/postgres/until-stopped.ts';

// Seals in a separate process, as a worker does, from `begin` to `end`.
const pool = createPool({
  connectionString: process.env['PROJECTOR_URL'] ?? '',
  role: 'atelier_projector',
  max: 1,
});
const signer = signerKey('bench.test/api/log', 'log', generateKeyPairSync('ed25519').privateKey);
const everyMs = Number(process.env['SEAL_EVERY_MS']);
let sealing: Stoppable | undefined;

async function obey(order: unknown): Promise<void> {
  await sealing?.stop();
  sealing = undefined;
  if (order === 'begin')
    sealing = keepSealing({
      pool,
      signer,
      rememberIn: undefined,
      everyMs,
      onError: (error) => console.error(error),
      onNotKept: (error) => console.error(error),
    });
  if (order === 'leave') await pool.end();
  process.send?.(order);
  if (order === 'leave') process.disconnect();
}

process.on('message', (order) => void obey(order));
