import { createTestDatabase } from '@atelier/tests/harness/postgres.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filePlace, KeyTree, personPlaces } from '@atelier/key-vault/key-tree.ts';
import { openPostgresVault } from '@atelier/key-vault/postgres-vault.ts';
import { openSqliteVault } from '@atelier/key-vault/sqlite-vault.ts';
import { copyRows } from '@atelier/key-vault/carried-vault.ts';
import type { VaultDatabase } from '@atelier/key-vault/vault-database.ts';
import { vaultPlaceOf, type FormerVault, type VaultPlace } from '@atelier/key-vault/vault-place.ts';
import { VAULT_COLUMNS } from '@atelier/key-vault/vault-tables.ts';

export type VaultKind = 'SQLite' | 'PostgreSQL';

/** Places for vaults of one kind, each empty. */
export interface TestVaults {
  readonly folder: string;
  readonly newPlace: () => Promise<VaultPlace>;
  readonly remove: () => Promise<void>;
}

export function testVaults(kind: VaultKind): TestVaults {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-vault-'));
  const drops: (() => Promise<void>)[] = [];
  let made = 0;
  return {
    folder,
    newPlace: async () => {
      made += 1;
      const file = join(folder, `${made}`, 'key-vault.sqlite');
      if (kind === 'SQLite') return vaultPlaceOf({ file }, '');
      const database = await createTestDatabase();
      drops.push(() => database.drop());
      return vaultPlaceOf({ file, url: database.connectionString }, '');
    },
    remove: async () => {
      for (const drop of drops) await drop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The rows at a place, made there when it is empty. */
export const openRows = ({ url, file }: VaultPlace): Promise<VaultDatabase> =>
  url === undefined ? openSqliteVault(file, { makes: true }) : openPostgresVault(url, { makes: true });

/** Takes a copy of a vault; called later, puts it at that place, whatever is there. */
export async function copyOf(place: VaultPlace): Promise<(to: VaultPlace) => Promise<void>> {
  const keptAt = mkdtempSync(join(tmpdir(), 'atelier-vault-copy-'));
  const kept = await openSqliteVault(join(keptAt, 'copy.sqlite'), { makes: true });
  const from = await openRows(place);
  await kept.transaction((sql) => copyRows(from, sql));
  await from.close();
  return async (to) => {
    const target = await openRows(to);
    await target.transaction(async (sql) => {
      for (const table of Object.keys(VAULT_COLUMNS)) await sql(`delete from ${table}`);
      await copyRows(kept, sql);
    });
    await Promise.all([target.close(), kept.close()]);
    rmSync(keptAt, { recursive: true });
  };
}

/** The JSON file of a former release under this id, in which these persons and files were destroyed. */
export function writeFormerVault(
  { vault }: Pick<FormerVault, 'vault'>,
  id: string,
  gone: { readonly persons?: readonly string[]; readonly files?: readonly number[] } = {},
): void {
  const root = new Map([['', Buffer.alloc(32, 3)]]);
  const textsOf = (tree: KeyTree) =>
    Object.fromEntries([...tree.nodes].map(([place, secret]) => [place, secret.toString('base64')]));
  const content = {
    version: 1,
    id,
    nodes: textsOf(new KeyTree(personPlaces(id), root).without(gone.persons ?? [])),
    files: {
      nodes: textsOf(new KeyTree(filePlace, root).without((gone.files ?? []).map(String))),
      next: { lasting: 512, passing: 2 ** 31 + 256 },
    },
    search: [
      {
        epoch: 3,
        secret: Buffer.alloc(32, 4).toString('base64'),
        since: '2026-11-20T10:00:00.000Z',
        isWhole: true,
      },
    ],
  };
  writeFileSync(vault, `${JSON.stringify(content)}\n`, { mode: 0o600 });
}
