import { checkFiles, type FilesVerdict } from '@atelier/application/audit/files/check-files.queries.ts';
import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import { createDatabase } from '@atelier/application/platform/database.ts';
import { EVENT_REGISTRY } from '@atelier/application/event-registry.ts';
import { openStore } from '@atelier/event-store/open-store.ts';
import { createPool } from '@atelier/event-store/pool.ts';
import { faultLine } from './fault-line.ts';
import { readSecrets } from '@atelier/host/secrets.ts';

/** Compares the pictures and signatures of a database with its events, and prints each that does not fit. */
export async function checkStoredFiles(serviceUrl: string, masterKeyFile: string): Promise<FilesVerdict> {
  const secrets = await readSecrets(masterKeyFile);
  const pool = createPool({ connectionString: serviceUrl, role: 'atelier_app', unattended: true, max: 2 });
  // Read only: backups' login to the vault writes nothing, and to look leaves no trace.
  const store = await openStore({
    pool,
    ...secrets,
    registry: EVENT_REGISTRY,
    isVaultReadOnly: true,
  });
  const began = performance.now();
  try {
    const db = createDatabase(pool, store.sealing);
    const verdict = await checkFiles({ db, store, blobs: createPostgresBlobStore(pool, store.files) });
    for (const fault of verdict.faults) console.log(faultLine(fault));
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    console.log(
      `${verdict.files} pictures and signatures compared in ${seconds} s, ${verdict.unbound} of them recorded before events said what they were: ${verdict.faultCount} faults`,
    );
    return verdict;
  } finally {
    await store.close();
    await pool.end();
  }
}
