import { makeFeeLinkUnlessOpen } from '@atelier/application/repair/fee-link.commands.ts';
import type { Caller } from '@atelier/application/commands/run-command.ts';
import { SYSTEM } from '@atelier/domain/kernel.ts';
import { randomUUID } from 'node:crypto';
import { feeLinkHash, feeToken } from '@atelier/application/shared/fee-link-secret.ts';
import { historyEntry } from '@atelier/contracts/repair-detail/schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openCalls, type Calls } from '../testing/testing-calls.ts';
import { dataOf, must } from '../testing/testing-reply.ts';
import { ASKED, FeeLinks } from '../repair/testing-fee-links.ts';

/** Where the shop's own calls of these tests come from. */
const SHOP = '127.0.0.9';
const SECRET = 'k'.repeat(32);

let calls: Calls;
let links: FeeLinks;
beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'warehouse', 'admin', 'auditor']);
  links = new FeeLinks(calls);
});
afterAll(() => calls.api.close());

const historyOf = async (itemId: number) =>
  dataOf(z.array(historyEntry), await calls.call('paris', 'GET', `/rma/history?rma_item_id=${itemId}`));
const answerOf = async (itemId: number) =>
  (await historyOf(itemId)).find(({ type }) => type === 'FeeApproved' || type === 'FeeDeclined');
const limit = (value: unknown) =>
  calls.call('admin', 'PUT', '/system/config', { key: 'fee_link_limits', value, reason: 'larger sums' });

/** What sends messages. */
const messages = (): Caller => ({
  actor: SYSTEM,
  scope: { kind: 'all' },
  metadata: {
    actor: { id: 'messages', kind: 'system' },
    commandId: randomUUID(),
    occurredAt: calls.services.clock.now().toISOString(),
  },
});

/** A link that a message took to the customer. */
async function sentLink(itemId: number): Promise<string> {
  const token = feeToken(itemId, SECRET);
  const made = await makeFeeLinkUnlessOpen(calls.services, messages(), itemId, feeLinkHash(token));
  expect(made).toMatchObject({ ok: true, answer: { made: true } });
  return token;
}

describe('where an answer to a fee came from (product/repair.md §12.1)', () => {
  it('is marked when the shop itself works from there, and shown in history and among the unusual', async () => {
    const itemId = await links.asked();
    const reply = await links.answered(await links.linkTo(itemId), {}, SHOP);
    expect(reply.statusCode).toBe(200);
    const answer = await answerOf(itemId);
    expect(answer?.details).toMatchObject({ at_shop_network: true });
    expect(answer?.details).not.toHaveProperty('network');
    const found = await calls.call('auditor', 'GET', '/audit/unusual?rule=fee_answered_in_shop');
    expect(JSON.stringify(found.data)).toContain('fee_answered_in_shop');
  });

  it('is not for another network, nor for a network of another shop', async () => {
    const itemId = await links.asked();
    await links.answered(await links.linkTo(itemId));
    expect((await answerOf(itemId))?.details).toMatchObject({ at_shop_network: false });
  });

  it('holds a keyed digest and never the address, and goes with the customer', async () => {
    const itemId = await links.asked();
    await links.answered(await links.linkTo(itemId), {}, SHOP);
    const { events } = await calls.api.world.store.readStream(`item-${itemId}`);
    const answer = events.find(({ type }) => type === 'FeeApproved');
    expect(answer?.data).toMatchObject({ network: expect.stringMatching(/^[\w-]{22}$/) as string });
    expect(JSON.stringify(events)).not.toContain('127.0.0');
  });

  it('says how the link left the house', async () => {
    const [shown, sent] = [await links.asked(), await links.asked()];
    await links.linkTo(shown);
    await sentLink(sent);
    const wayOf = async (itemId: number) =>
      (await historyOf(itemId)).find(({ type }) => type === 'FeeLinkMade')?.details['way'];
    expect([await wayOf(shown), await wayOf(sent)]).toEqual(['screen', 'message']);
  });
});

describe('above the configured amount', () => {
  it('only a link that was sent is answered, and none is made for the screen', async () => {
    const [shown, sent] = [await links.asked(), await links.asked()];
    const shownToken = await links.linkTo(shown);
    const sentToken = await sentLink(sent);
    expect((await limit({ EUR: 1.5 })).body).toMatchObject({ errors: [{ code: 'bad_amounts' }] });
    expect((await limit({ EURO: 1 })).status).toBe(400);
    await must(limit({ EUR: ASKED - 1, JPY: 100_000 }));
    await expect.poll(async () => (await links.view(shownToken)).standing).toBe('unsent');

    expect((await links.answered(shownToken)).json()).toMatchObject({
      code: 'fee_link_ended',
      data: { standing: 'unsent' },
    });
    expect((await links.make(shown)).body).toMatchObject({ code: 'fee_link_by_message' });
    expect((await links.answered(sentToken)).json()).toMatchObject({ data: { standing: 'approved' } });

    await must(limit({ EUR: ASKED }));
    await expect.poll(async () => (await links.view(shownToken)).standing).toBe('waiting');
    expect((await links.answered(shownToken)).json()).toMatchObject({ data: { standing: 'approved' } });
    await must(limit(null));
  });
});
