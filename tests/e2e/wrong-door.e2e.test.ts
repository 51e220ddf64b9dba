import { expect, type Page } from '@playwright/test';
import {
  colleague,
  depositIn,
  expectStatus,
  freshTracking,
  leave,
  type Colleague,
  type Deposited,
} from './support/caller.ts';
import { scanCode } from './support/scanner.ts';
import { signOn } from './support/signing.ts';
import { test } from './support/test.ts';
import { goTo, takePicture } from './support/windows.ts';

const BENCHES = [3, 4, 6, 12, 13];

/** product/shipping.md §9: a box for Paris is brought to Tokyo, which may see nothing of it, and still sends its pieces home. */
test('a box that was brought to the wrong shop comes home, piece by piece', async ({ windows }) => {
  const paris = await colleague('paris');
  const [ring, kept] = [await depositIn(paris), await depositIn(paris)];
  const tracking = freshTracking('WRONG');
  await sentHome(paris, [ring, kept], tracking);
  const tokyo = await windows.openAs('tokyo');

  await test.step('Tokyo finds no such package, and says that the box lies there', async () => {
    await goTo(tokyo, '/receivedpackage');
    await expect(tokyo.getByTestId('receiving-start')).toBeVisible();
    await scanCode(tokyo, tracking);
    await expect(tokyo.getByTestId('package-unknown')).toBeVisible();
    await takePicture(tokyo, 'wrong-door-1-unknown');
    await tokyo.getByTestId('take-astray').click();
    await expect(tokyo.getByTestId('astray')).toBeVisible();
  });

  await test.step('what is not in it is refused; what is in it is taken in, once', async () => {
    await scanCode(tokyo, 'PAR-000001');
    await expectVerdict(tokyo, 'PAR-000001', 'wrong_package');
    await scanCode(tokyo, ring.number);
    await expectVerdict(tokyo, ring.number, 'accepted');
    await expect(tokyo.getByTestId(`taken-${ring.number}`)).toBeVisible();
    await takePicture(tokyo, 'wrong-door-2-taken');
    await scanCode(tokyo, ring.number);
    await expectVerdict(tokyo, ring.number, 'already_done');
    await expectStatus(paris, ring, 15);
    await expectStatus(paris, kept, 14);
  });

  await test.step('it is packed for its shop, signed and sent', async () => {
    const home = freshTracking('HOME');
    await tokyo.getByTestId('astray-pack').click();
    await expect(tokyo.getByTestId(`candidate-${ring.number}`)).toBeVisible();
    await scanCode(tokyo, home);
    await expect(tokyo.getByTestId('tracking')).toContainText(home);
    await scanCode(tokyo, ring.number);
    await expect(tokyo.getByTestId(`content-${ring.number}`)).toBeVisible();
    await signOn(tokyo);
    await expect(tokyo.getByTestId('check-ok')).toBeVisible();
    await tokyo.getByTestId('send-package').click();
    await tokyo.getByTestId('confirm-accept').click();
    await expect(tokyo.getByTestId('sent-panel')).toBeVisible();
    await paris.move(ring.itemId, 15);
    await expectStatus(paris, ring, 15);
  });
});

/** Repaired at a factory, and on their way to their shop in one box. */
async function sentHome(paris: Colleague, pieces: readonly Deposited[], tracking: string): Promise<void> {
  const factory = await colleague('factory');
  const sites = await paris.get<readonly { id: number; code: string }[]>('/site/list');
  const destination = sites.find(({ code }) => code === 'FSZ')?.id;
  const out = `${tracking}-OUT`;
  await leave(paris, pieces, out, { packed: { destination } });
  for (const { itemId } of pieces) for (const target of BENCHES) await factory.move(itemId, target);
  await leave(factory, pieces, tracking, { sendPath: '/factorypackage' });
}

async function expectVerdict(page: Page, code: string, verdict: string): Promise<void> {
  const panel = page.getByTestId('verdict');
  await expect(panel).toHaveAttribute('data-code', code);
  await expect(panel).toHaveAttribute('data-verdict', verdict);
}
