import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMasterKey } from '@atelier/key-vault/master-key.ts';
import { readSignerKey } from '@atelier/transparency-log/proof/log-key.ts';
import { expect, test } from 'vitest';
import { readBackupKey } from '@atelier/backup/backup-key.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { findProgram } from '../../lib/programs.ts';

const example = readFileSync(join(projectRoot, 'deploy/kubernetes/atelier.yaml'), 'utf8');
const recipes = example.match(/(?<=^# {3})openssl .*/gm) ?? [];
const isInstalled = findProgram('openssl') !== undefined;

test.skipIf(!isInstalled)(
  'the keys that the Kubernetes example makes are read as keys (needs openssl)',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atelier-keys-'));
    try {
      for (const recipe of recipes) execFileSync('sh', ['-c', recipe], { cwd: folder, stdio: 'ignore' });
      const master = await readMasterKey(join(folder, 'master.key'));
      const signer = await readSignerKey(join(folder, 'log.key'), 'atelier.example/api/log', 'log');
      const backup = readBackupKey(join(folder, 'backup.key'));
      expect([master.symmetricKeySize, backup.symmetricKeySize]).toEqual([32, 32]);
      expect(signer.verifier.name).toBe('atelier.example/api/log');
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
