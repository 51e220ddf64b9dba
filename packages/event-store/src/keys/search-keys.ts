import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SearchWords } from '../row-sealing.ts';
import type { Clock } from '../types.ts';
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

/** Runs alone, on all nodes, while the vault is written. */
export type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;

/** The keys of the index of search: in the vault; of the master key alone where there is no vault. */
export function createSearchKeys(
  { masterKey, vault }: SearchSecrets,
  exclusively: Exclusively,
  clock: Clock,
  seenWithinMs = SEEN_WITHIN_MS,
): SearchKeys {
  const constant = searchWordsOf(
    [{ epoch: 0, secret: Buffer.alloc(0), since: '', isWhole: true }],
    masterKey,
  );
  const inClear = searchWordsOf([], masterKey);
  let known: { readonly epochs: readonly SearchEpoch[]; readonly words: SearchWords } | undefined;

  async function words(): Promise<SearchWords> {
    if (vault === undefined) return constant;
    if (!vault.isInUse()) return inClear;
    let epochs = await vault.searchEpochs();
    if (epochs.length === 0) epochs = await exclusively(() => begin(vault));
    if (known?.epochs !== epochs) known = { epochs, words: searchWordsOf(epochs, masterKey) };
    return known.words;
  }

  const fresh = (epoch: number): SearchEpoch => ({
    epoch,
    secret: randomBytes(32),
    since: clock.now().toISOString(),
    isWhole: false,
  });

  /** The first key of a vault; another node may have made it meanwhile. */
  async function begin(keys: KeyVault): Promise<readonly SearchEpoch[]> {
    if ((await keys.currentSearchEpochs()).length === 0) await keys.putSearchEpochs([fresh(1)]);
    return keys.searchEpochs();
  }

  async function renew(rewrite: () => Promise<void>): Promise<boolean> {
    if (vault === undefined || !vault.isInUse()) return false;
    await words();
    const epoch = await exclusively(() => beginRenewal(vault));
    if (epoch === undefined) return false;
    // Every node writes with the new key before the rewriting begins to look for words of others.
    await sleep(seenWithinMs);
    await rewrite();
    await exclusively(async () => {
      const left = (await vault.currentSearchEpochs()).filter((each) => each.epoch >= epoch);
      await vault.putSearchEpochs(
        left.map((each) => (each.epoch === epoch ? { ...each, isWhole: true } : each)),
      );
    });
    return true;
  }

  /** The key to rewrite with: of a renewal that was cut short, or a new one where somebody was erased since the newest was made. */
  async function beginRenewal(keys: KeyVault): Promise<number | undefined> {
    const epochs = await keys.currentSearchEpochs();
    const newest = epochs.at(-1);
    if (newest === undefined || !newest.isWhole) return newest?.epoch;
    const erasures = await keys.erasures();
    if (erasures.every(({ erasedAt }) => erasedAt < newest.since)) return undefined;
    await keys.putSearchEpochs([...epochs, fresh(newest.epoch + 1)]);
    return newest.epoch + 1;
  }

  return { words, renew };
}
