import { expect, type Page } from '@playwright/test';
import { colleague } from './support/caller.ts';
import { giveCamera } from './support/camera.ts';
import { test } from './support/test.ts';
import { expectLive } from './support/windows.ts';

/** Longer than a code must be out of sight before it counts again. */
const OUT_OF_SIGHT_MS = 2_000;

interface Listed {
  readonly number: string;
}

/** A piece that the factory may take to its first bench. */
async function numberOfPiece(): Promise<string> {
  const factory = await colleague('factory');
  const [piece] = await factory.get<readonly Listed[]>('/operationrmabystatus/3?page_size=1');
  if (piece === undefined) throw new Error('the demo has no piece for the first bench');
  return piece.number;
}

async function expectVerdict(page: Page, code: string, verdict: string): Promise<void> {
  const panel = page.getByTestId('verdict');
  await expect(panel).toHaveAttribute('data-code', code);
  await expect(panel).toHaveAttribute('data-verdict', verdict);
}

test('the camera is a second way to scan: a code before it counts once, and again when it comes back', async ({
  windows,
}) => {
  const number = await numberOfPiece();
  const page = await windows.openAs('factory');
  const camera = await giveCamera(page);
  const scans: string[] = [];
  const hosts = new Set<string>();
  page.on('request', (request) => {
    const { host, pathname, protocol } = new URL(request.url());
    if (protocol.startsWith('http')) hosts.add(host);
    if (pathname === '/api/scan') scans.push(request.postData() ?? '');
  });
  await page.goto('/operation/4/RepairProcess/');
  await expectLive(page);
  await page.getByTestId('camera-toggle').click();
  await expect(page.getByTestId('camera-panel')).toHaveAttribute('data-state', 'running');

  await test.step('held before the camera for long', async () => {
    await camera.show(number);
    await expectVerdict(page, number, 'accepted');
    await expect(page.getByTestId('camera-read')).toContainText(number);
    await page.waitForTimeout(OUT_OF_SIGHT_MS);
    expect(scans).toHaveLength(1);
  });

  await test.step('taken away and brought again', async () => {
    await camera.show('');
    await page.waitForTimeout(OUT_OF_SIGHT_MS);
    await camera.show(number);
    await expectVerdict(page, number, 'already_done');
    expect(scans).toHaveLength(2);
  });

  await test.step('another one needs no pause', async () => {
    await camera.show('NOT-A-PIECE');
    await expectVerdict(page, 'NOT-A-PIECE', 'unknown');
  });

  await page.getByTestId('camera-close').click();
  await expect(page.getByTestId('camera-panel')).toHaveCount(0);
  // The reader of codes came from our own host.
  expect([...hosts]).toEqual([new URL(page.url()).host]);
});

test('a camera that is refused says how to allow it, and scanning by hand goes on', async ({ windows }) => {
  const page = await windows.openAs('factory');
  const camera = await giveCamera(page);
  await page.goto('/operation/4/RepairProcess/');
  await expectLive(page);
  await camera.allow(false);
  await page.getByTestId('camera-toggle').click();
  await expect(page.getByTestId('camera-error')).toContainText('not allowed');
  await page.getByTestId('manual-code').fill('BY-HAND-1');
  await page.getByTestId('manual-enter').click();
  await expectVerdict(page, 'BY-HAND-1', 'unknown');
  await camera.allow(true);
  await page.getByTestId('camera-retry').click();
  await expect(page.getByTestId('camera-panel')).toHaveAttribute('data-state', 'running');
});

interface Inbound {
  readonly tracking_no: string;
  readonly state: string;
}

test('a package’s label opens its table, the camera stays open, and the label is no piece', async ({
  windows,
}) => {
  const warehouse = await colleague('warehouse');
  const inbound = await warehouse.get<readonly Inbound[]>('/packages?direction=inbound&page_size=200');
  const tracking = inbound.find(({ state }) => state === 'Sent')?.tracking_no;
  if (tracking === undefined) throw new Error('no package is on its way to the warehouse');
  const page = await windows.openAs('warehouse');
  const camera = await giveCamera(page);
  const scans: string[] = [];
  page.on('request', (request) => void (request.url().endsWith('/api/scan') && scans.push(request.url())));
  await page.goto('/receiveFromShop');
  await expectLive(page);
  await page.getByTestId('camera-toggle').click();
  await expect(page.getByTestId('camera-panel')).toHaveAttribute('data-state', 'running');
  await camera.show(tracking);
  await expect(page).toHaveURL(/tracking=/);
  await expect(page.getByTestId('count-expected')).toHaveText(/\d/);
  await expect(page.getByTestId('camera-panel')).toHaveAttribute('data-state', 'running');
  await camera.show(tracking);
  await page.waitForTimeout(OUT_OF_SIGHT_MS);
  expect(scans).toEqual([]);
});
