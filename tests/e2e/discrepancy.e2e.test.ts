import { expect, type Page } from '@playwright/test';
import {
  colleague,
  depositIn,
  freshTracking,
  sendOut,
  type Colleague,
  type Deposited,
} from './support/caller.ts';
import { scanCode } from './support/scanner.ts';
import { test } from './support/test.ts';
import { expectLive, goTo, takePicture } from './support/windows.ts';

/**
 * A package with missing pieces and an extra one. Its sender and its receiver see it live, each in
 * a window that is never loaded again; custody names the holder of every piece at every step, and none is lost.
 */
test('a package that does not agree with its list, seen from both ends to its end', async ({ windows }) => {
  const [shop, depot] = await Promise.all([colleague('paris'), colleague('warehouse')]);
  const [kept, late, lost, extra] = [
    await depositIn(shop),
    await depositIn(shop),
    await depositIn(shop),
    await depositIn(shop),
  ];
  const tracking = freshTracking('DISC');
  await sendOut(shop, [kept, late, lost], tracking);
  await sendOut(shop, [extra], freshTracking('DISC-B'));
  const [sender, receiver] = await Promise.all([windows.openAs('paris'), windows.openAs('warehouse')]);
  const depotId = await siteOf(depot);

  await test.step('the sender waits at its packages, the receiver opens this one', async () => {
    await goTo(sender, '/receivedpackage');
    await sender.getByTestId('manual-code').fill(tracking);
    await sender.getByTestId('manual-enter').click();
    await expect(sender.getByTestId('package-overview')).toBeVisible();
    await expectLive(sender);
    await goTo(receiver, '/operation/packages');
    await expect(receiver.getByTestId(`package-${tracking}`)).toBeVisible();
    await scanCode(receiver, tracking);
    await expect(receiver.getByTestId('count-expected')).toHaveText('3');
    await expectLive(receiver);
    for (const page of [sender, receiver])
      await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
  });

  await test.step('seal and weight are noted, and shown to the sender', async () => {
    await receiver.getByTestId('arrival-seal').fill('S-7781');
    await receiver.getByTestId('arrival-weight').fill('512');
    await receiver.getByTestId('arrival-note').click();
    await expect(sender.getByTestId('arrival-seal_number')).toContainText('S-7781');
    await expect(sender.getByTestId('arrival-gross_weight')).toContainText('512');
  });

  await test.step('one piece is there, another is of another package and goes apart', async () => {
    await scanCode(receiver, kept.number);
    await expectVerdict(receiver, kept, 'accepted');
    await scanCode(receiver, extra.number);
    await expectVerdict(receiver, extra, 'wrong_package');
    await receiver.getByTestId('set-apart').click();
    for (const page of [receiver, sender]) {
      await expect(page.getByTestId(`extra-${extra.number}`)).toHaveAttribute('data-state', 'apart');
      await expect(page.getByTestId('discrepancy').getByTestId('count-extra')).toBeVisible();
    }
    await expectCustody(shop, extra, { kind: 'shipment' });
  });

  await test.step('what was not scanned is flagged missing, and both ends are notified', async () => {
    await complete(receiver);
    for (const page of [receiver, sender])
      await expect(page.getByTestId('discrepancy').getByTestId('count-missing')).toContainText('2');
    await expect(sender.getByTestId(`line-${kept.number}`)).toHaveAttribute('data-state', 'received');
    await expect(sender.getByTestId(`line-${late.number}`)).toHaveAttribute('data-state', 'missing');
    await expect(sender.getByTestId('alert-/receivedpackage')).toBeVisible();
    await expect(receiver.getByTestId('alert-/operation/packages')).toBeVisible();
    await takePicture(receiver, 'discrepancy-receiver');
    await takePicture(sender, 'discrepancy-sender');
    await expectCustody(shop, kept, { kind: 'site', site_id: depotId });
    for (const piece of [late, lost, extra]) await expectCustody(shop, piece, { kind: 'shipment' });
  });

  await test.step('the extra is taken in: out of the package it should have been in', async () => {
    await receiver.getByTestId(`adopt-${extra.number}`).click();
    for (const page of [receiver, sender])
      await expect(page.getByTestId(`extra-${extra.number}`)).toHaveAttribute('data-state', 'adopted');
    await expectCustody(shop, extra, { kind: 'site', site_id: depotId });
  });

  await test.step('the sender finds one in a drawer; the receiver takes it in', async () => {
    await sender.getByTestId(`line-${late.number}`).click();
    await sender.getByTestId('piece-found').click();
    await expect(sender.getByTestId(`line-${late.number}`)).toHaveAttribute('data-state', 'packed');
    await expect(receiver.getByTestId('discrepancy').getByTestId('count-missing')).toContainText('1');
    await scanCode(receiver, late.number);
    await expectVerdict(receiver, late, 'accepted');
    await complete(receiver);
    await expect(sender.getByTestId(`line-${late.number}`)).toHaveAttribute('data-state', 'received');
    await expectCustody(shop, late, { kind: 'site', site_id: depotId });
  });

  await test.step('the other is declared lost and settled', async () => {
    await scanCode(receiver, lost.number);
    await expectVerdict(receiver, lost, 'held');
    await receiver.getByTestId('piece-settle').click();
    await receiver.getByTestId('settle-amount').fill('1250');
    await receiver.getByTestId('settle-reference').fill('CLAIM-2026-11');
    await receiver.getByTestId('settle-accept').click();
    await expect(receiver.getByTestId('settle-dialog')).toBeHidden();
    await expect(sender.getByTestId(`line-${lost.number}`)).toHaveAttribute('data-state', 'written-off');
    for (const page of [receiver, sender]) await expect(page.getByTestId('discrepancy')).toBeHidden();
  });

  await test.step('everything is accounted for: the package closes for both', async () => {
    await complete(receiver);
    for (const page of [receiver, sender]) {
      await expect(page.getByTestId('package-overview').getByTestId('package-state')).toHaveAttribute(
        'data-state',
        'Closed',
      );
    }
    for (const piece of [kept, late, extra])
      await expectCustody(shop, piece, { kind: 'site', site_id: depotId });
    await expectCustody(shop, lost, { kind: 'settled' });
  });

  for (const page of [sender, receiver])
    expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true);
});

async function expectVerdict(page: Page, piece: Deposited, verdict: string): Promise<void> {
  const panel = page.getByTestId('verdict');
  await expect(panel).toHaveAttribute('data-code', piece.number);
  await expect(panel).toHaveAttribute('data-verdict', verdict);
}

async function complete(page: Page): Promise<void> {
  await page.getByTestId('complete').click();
  await page.getByTestId('confirm-complete').getByTestId('confirm-accept').click();
  await expect(page.getByTestId('confirm-complete')).toBeHidden();
}

async function siteOf(who: Colleague): Promise<number> {
  const session = await who.get<{ site: { id: number } }>('/auth/session');
  return session.site.id;
}

interface Held {
  readonly items: readonly { readonly id: number; readonly custody: object }[];
}

/** Who holds the piece now, by its own row. */
async function expectCustody(
  who: Colleague,
  { rmaId, itemId }: Deposited,
  custody: Record<string, unknown>,
): Promise<void> {
  const read = async () =>
    (await who.get<Held>(`/rma/${rmaId}`)).items.find(({ id }) => id === itemId)?.custody;
  await expect.poll(read).toMatchObject(custody);
}
