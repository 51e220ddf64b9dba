import type { LogVerificationView } from '@atelier/contracts/audit/verification/schema.ts';
import { expect, type Page } from '@playwright/test';
import { colleague } from './caller.ts';

/** It reads the whole log and every file: half a minute beside two busy processes on two cores. */
const DONE_WITHIN = { timeout: 180_000 } as const;

/**
 * Starts a verification from the auditor's screen, waits until that one is done, and answers its faults. Until then the screen
 * shows an earlier verification.
 */
export async function verifyFrom(page: Page): Promise<LogVerificationView['faults']> {
  const auditor = await colleague('auditor');
  const [response] = await Promise.all([
    page.waitForResponse((candidate) => candidate.url().endsWith('/audit/verify')),
    page.getByTestId('verify-start').click(),
  ]);
  expect(response.status(), await response.text()).toBe(200);
  const { data } = (await response.json()) as { readonly data: LogVerificationView };
  let faults: LogVerificationView['faults'] = [];
  const state = async (): Promise<string | undefined> => {
    const all = await auditor.get<readonly LogVerificationView[]>('/audit/verifications');
    const found = all.find(({ id }) => id === data.id);
    faults = found?.faults ?? [];
    return found?.state;
  };
  await expect.poll(state, DONE_WITHIN).toBe('done');
  return faults;
}
