import { TEST_KEY } from '@atelier/application/projections/testing.ts';
import { UnusableKey } from '@atelier/key-vault/key-wrap.ts';
import { openVaultFor } from '@atelier/key-vault/open-vault.ts';
import { openSqliteVault } from '@atelier/key-vault/sqlite-vault.ts';
import { createStoredVault } from '@atelier/key-vault/stored-vault.ts';
import type { VaultNode, VaultScene } from './vault.ts';

/** What the vault broke: an erased person can be opened, another cannot, or a number was given twice. */
export async function brokenInVault(scene: VaultScene): Promise<readonly string[]> {
  return [
    ...(await brokenInRows(scene)),
    ...(await brokenInNodes(scene)),
    ...brokenInNumbers(scene),
    ...(await brokenInOpening(scene)),
  ];
}

/** Through a node that has just begun and remembers nothing, with the wrapped keys of an old backup. */
async function brokenInRows({ place, nodes, subjects, erased, wrapped }: VaultScene): Promise<string[]> {
  const database = await openSqliteVault(place.file);
  const fresh = createStoredVault(database, nodes[0]?.vault.id ?? '', TEST_KEY);
  try {
    const opened = await fresh.unwrap(wrapped);
    const ledger = new Set((await fresh.erasures(0, 100)).map(({ subject }) => subject));
    return subjects.flatMap((subject, index) => {
      const isOpen = opened[index] !== undefined && !(opened[index] instanceof UnusableKey);
      if (!erased.includes(subject)) return isOpen ? [] : [`${subject} cannot be opened any more`];
      const missing = ledger.has(subject) ? [] : [`${subject} was erased, and is missing in the ledger`];
      return isOpen ? [...missing, `${subject} was erased, and the vault opens their key`] : missing;
    });
  } finally {
    await fresh.close();
  }
}

/** A second after the last erasure every node has forgotten the person. */
async function brokenInNodes({ stage, nodes, erased }: VaultScene): Promise<string[]> {
  stage.time.advance(1_100);
  const opens = async ({ keys }: VaultNode, index: number): Promise<string[]> => {
    const ring = await keys.find(erased);
    return erased
      .filter((subject) => ring.get(subject) !== undefined)
      .map((subject) => `node ${index + 1} still opens ${subject}`);
  };
  return (await Promise.all(nodes.map(opens))).flat();
}

function brokenInNumbers({ numbers }: VaultScene): string[] {
  return new Set(numbers).size === numbers.length ? [] : [`a number was given twice: ${numbers.join(', ')}`];
}

async function brokenInOpening({ stage, place }: VaultScene): Promise<string[]> {
  try {
    await (await openVaultFor(stage.installation.app, place, TEST_KEY)).vault.close();
    return [];
  } catch (error) {
    return [`the vault cannot be opened: ${String(error)}`];
  }
}

/** The installation has no vault again. */
export async function removeVault({ stage, subjects }: VaultScene): Promise<void> {
  const { admin } = stage.installation;
  await admin.query('delete from key_vault');
  await admin.query('delete from subject_keys where subject = any($1)', [subjects]);
}
