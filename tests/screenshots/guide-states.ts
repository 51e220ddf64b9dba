import { expect, type Page } from '@playwright/test';
import { z } from 'zod';
import { callAs, type Caller } from '../bench/lib/board-fill.ts';
import { ask, signIn as tokenOf } from '../faults/support/caller.ts';
import type { PersonName } from '../e2e/support/windows.ts';

const as = async (url: string, who: PersonName): Promise<Caller> => ({ url, token: await tokenOf(url, who) });

const rows = z.array(z.object({ id: z.number(), number: z.string() }));
const piecesOf = (shop: Caller, status: number) =>
  callAs(shop, rows, { method: 'GET', path: `/rma?page=1&page_size=20&status=${status}` });

/** The path of a link by which a client answers a fee. Changes pieces of the demo. */
export async function feeLinkPath(url: string): Promise<string> {
  const [shop, admin] = await Promise.all([as(url, 'paris'), as(url, 'admin')]);
  for (const { id } of await piecesOf(shop, 1)) {
    const fee = { rma_item_id: id, amount: 12_000, currency: 'EUR', reason: 'two stones are missing' };
    await callAs(admin, z.unknown(), { method: 'POST', path: '/rma/fee/override', body: fee });
    // Most fees of the demo were settled at the counter: their pieces are passed over.
    const answer = await ask(url, shop.token, {
      method: 'POST',
      path: '/rma/fee/link',
      body: { rma_item_id: id },
    });
    if (answer.status === 200)
      return new URL(z.object({ link: z.string() }).parse(answer.body.data).link).pathname;
  }
  throw new Error('the demo holds no piece whose fee is open');
}

const found = z.array(z.object({ customer_refs: z.array(z.string()), open_pieces: z.array(z.unknown()) }));

/** Another account has asked for a client to be erased to whom nothing is owed; the decision waits for its confirmation. */
export async function decideErasure(page: Page): Promise<void> {
  const approve = page.locator('[data-testid^="approve-"]:enabled').first();
  // The request of the language before still waits: nothing was decided.
  if ((await approve.count()) === 0) await askForErasure(new URL(page.url()).origin);
  await approve.click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function askForErasure(url: string): Promise<void> {
  const [admin, shop] = await Promise.all([as(url, 'admin'), as(url, 'paris')]);
  for (const { number } of await piecesOf(shop, 16)) {
    const call = { method: 'POST', path: '/privacy/find', body: { words: number } } as const;
    const [person] = await callAs(admin, found, call);
    if (person === undefined || person.open_pieces.length > 0) continue;
    const body = { customer_refs: person.customer_refs, reason: 'customer_request' };
    await callAs(admin, z.unknown(), { method: 'POST', path: '/privacy/erase', body });
    return;
  }
  throw new Error('the demo holds no client to whom nothing is owed');
}
