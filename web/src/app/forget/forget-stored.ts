import { DAY_MS } from '@atelier/domain/kernel.ts';
import { itemOfDraft, KEPT_DAYS } from '@atelier/browser-sync/drafts/draft-names.ts';
import type { StoredDraft } from '@atelier/browser-sync/drafts/draft-store.ts';
import { isErased, type Erased } from '../../lib/erased/holders.ts';
import { encryptText, forgetSealed, inTurn, KEPT, readSealed } from '@atelier/browser-sync/storage/vault.ts';
import { serverNow } from '../../lib/time/server-clock.ts';
import type { DepositDraft } from '../../features/deposit/use-draft.ts';
import { withoutWords, type PendingRemark } from '../../features/repair-detail/remark-outbox.ts';

/** What an erasure took off this device, of all who work on it. */
export interface Forgotten {
  readonly drafts: number;
  /** Remarks that had not been sent. */
  readonly remarks: number;
  /** Whether a deposit was being written for one of them. */
  readonly deposit: boolean;
}

/** Changes what was written before, behind every write of it that is under way; null takes it away. */
const change = <T>(name: string, next: (value: T) => T | null): Promise<void> =>
  inTurn(name, async () => {
    const before = await readSealed<T>(localStorage, name).catch(() => null);
    const after = before === null ? null : next(before);
    if (before === null || after === before) return;
    const sealed = after === null ? null : await encryptText(JSON.stringify(after));
    if (sealed === null) localStorage.removeItem(name);
    else localStorage.setItem(name, sealed);
  });

const namesOf = (prefix: string): readonly string[] =>
  Object.keys(localStorage).filter((name) => name.startsWith(`${prefix}.`));

/** Products and the like name no person. */
const isGone = (erased: Erased, itemId: number | undefined): boolean =>
  itemId !== undefined && isErased(erased, 'items', itemId);

const keyOf = (word: string): string => word.trim().toLowerCase();

/**
 * Removes drafts and unsent remarks about erased persons from this device, for every author. A deposit is theirs
 * by the customer, or by an address or phone of theirs.
 */
export async function forgetStored(
  erased: Erased,
  words: ReadonlySet<string> = new Set(),
): Promise<Forgotten> {
  let [drafts, remarks, deposit] = [0, 0, false];
  for (const name of namesOf(KEPT.drafts)) {
    if (!isGone(erased, itemOfDraft(name))) continue;
    await forgetSealed(localStorage, name);
    drafts += 1;
  }
  for (const name of namesOf(KEPT.deposit))
    await change<DepositDraft>(name, (draft) => {
      const { customer_id: id, email, phone } = draft.values;
      const isTheirs =
        isErased(erased, 'customers', id) || [email, phone].some((word) => words.has(keyOf(word)));
      if (!isTheirs) return draft;
      deposit = true;
      return null;
    });
  for (const name of namesOf(KEPT.remarks))
    await change<readonly PendingRemark[]>(name, (all) => {
      const over = all.filter(({ itemId, comment }) => comment !== '' && isErased(erased, 'items', itemId));
      remarks += over.length;
      return over.length === 0 ? all : all.map((one) => (over.includes(one) ? withoutWords(one) : one));
    });
  return { drafts, remarks, deposit };
}

/** Takes off this device what was stored longer ago than `KEPT_DAYS`, also of accounts that never come back. */
export async function forgetOld(now = serverNow()): Promise<void> {
  const oldest = now - KEPT_DAYS * DAY_MS;
  const dated = <T extends { readonly at?: number }>(value: T): T | null =>
    (value.at ?? now) < oldest ? null : value;
  for (const name of namesOf(KEPT.drafts)) await change<StoredDraft<unknown>>(name, dated);
  for (const name of namesOf(KEPT.deposit))
    await change<DepositDraft>(name, (draft) =>
      draft.at === undefined ? { ...draft, at: now } : dated(draft),
    );
  for (const name of namesOf(KEPT.remarks))
    await change<readonly PendingRemark[]>(name, (all) => {
      const left = all.filter(({ at }) => Date.parse(at) >= oldest);
      return left.length === all.length ? all : left;
    });
}
