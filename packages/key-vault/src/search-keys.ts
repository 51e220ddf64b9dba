import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunsSql } from './file-sealing.ts';
import type { SearchWords } from './row-sealing.ts';
import type { KeyVault, SearchEpoch, VaultUse } from './key-vault.ts';
import type { MasterKey } from './master-key.ts';
import { searchWordsOf } from './search-words.ts';

/** Longer than any node takes to see that the vault was replaced, with margin. */
const SEEN_WITHIN_MS = 3_000;

export interface SearchSecrets {
  readonly masterKey: MasterKey;
  readonly vault: (KeyVault & VaultUse) | undefined;
}

export interface SearchKeys {
  readonly words: () => Promise<SearchWords>;
  readonly renew: (rewrite: () => Promise<void>) => Promise<boolean>;
}

/** Runs in a transaction of the database. */
export type Transacts = <T>(work: (transaction: RunsSql) => Promise<T>) => Promise<T>;

/** The keys of the index of search: in the vault; of the master key alone where there is no vault. */
export function createSearchKeys(
  { masterKey, vault }: SearchSecrets,
  transacts: Transacts,
  seenWithinMs = SEEN_WITHIN_MS,
): SearchKeys {
  const constant = searchWordsOf(
    [{ epoch: 0, secret: Buffer.alloc(0), erasures: 0, isWhole: true }],
    masterKey,
  );
  const inClear = searchWordsOf([], masterKey);
  let known: { readonly epochs: readonly SearchEpoch[]; readonly words: SearchWords } | undefined;

  async function words(): Promise<SearchWords> {
    if (vault === undefined) return constant;
    if (!vault.isInUse()) return inClear;
    let epochs = await vault.searchEpochs();
    if (epochs.length === 0 && !vault.isReadOnly) epochs = await change(vault, firstEpoch);
    if (known?.epochs !== epochs) known = { epochs, words: searchWordsOf(epochs, masterKey) };
    return known.words;
  }

  const change = (keys: KeyVault, decide: Decide): Promise<readonly SearchEpoch[]> =>
    transacts((transaction) => keys.changeSearchEpochs(transaction, decide));

  async function renew(rewrite: () => Promise<void>): Promise<boolean> {
    if (vault === undefined || !vault.isInUse()) return false;
    await words();
    const newest = (await change(vault, nextEpoch)).at(-1);
    if (newest === undefined || newest.isWhole) return false;
    // Every node writes with the new key before the rewriting begins to look for words of others.
    await sleep(seenWithinMs);
    await rewrite();
    await change(vault, (epochs) =>
      epochs
        .filter(({ epoch }) => epoch >= newest.epoch)
        .map((each) => (each.epoch === newest.epoch ? { ...each, isWhole: true } : each)),
    );
    return true;
  }

  return { words, renew };
}

type Decide = (epochs: readonly SearchEpoch[], erasures: number) => readonly SearchEpoch[];

/** The first key of a vault; another node may have made it meanwhile. */
const firstEpoch: Decide = (epochs, erasures) => (epochs.length === 0 ? [newEpoch(1, erasures)] : epochs);

/** A key to rewrite with: that of a renewal that was cut short, or a new one where a person was erased since the newest was made. */
const nextEpoch: Decide = (epochs, erasures) => {
  const newest = epochs.at(-1);
  if (newest === undefined || !newest.isWhole || newest.erasures === erasures) return epochs;
  return [...epochs, newEpoch(newest.epoch + 1, erasures)];
};

const newEpoch = (epoch: number, erasures: number): SearchEpoch => ({
  epoch,
  secret: randomBytes(32),
  erasures,
  isWhole: false,
});
