import { expect, type Page } from '@playwright/test';
import { colleague, depositIn, freshTracking, sendOut, type Deposited } from './caller.ts';
import { expectLive, goTo } from './windows.ts';

/** Pieces on their way to the warehouse, in one package. */
export async function onTheWay(count: number): Promise<{ tracking: string; pieces: readonly Deposited[] }> {
  const paris = await colleague('paris');
  const pieces: Deposited[] = [];
  for (let index = 0; index < count; index += 1) pieces.push(await depositIn(paris));
  const tracking = freshTracking('SCAN');
  await sendOut(paris, pieces, tracking);
  return { tracking, pieces };
}

export async function openPackage(page: Page, tracking: string, expected: number): Promise<void> {
  await goTo(page, `/receiveFromShop?tracking=${tracking}`);
  await expect(page.getByTestId('count-expected')).toHaveText(String(expected));
  await expectLive(page);
}

export async function expectVerdict(page: Page, code: string, verdict: string): Promise<void> {
  const panel = page.getByTestId('verdict');
  await expect(panel).toHaveAttribute('data-code', code);
  await expect(panel).toHaveAttribute('data-verdict', verdict);
}
