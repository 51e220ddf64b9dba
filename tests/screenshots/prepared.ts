import { expect, type Page } from '@playwright/test';
import type { PersonName } from '../e2e/support/windows.ts';
import { askToComplete, scanAccepted, scanOf, scanOffline } from './bench-states.ts';
import { describePiece, finishDeposit, markCondition, showForSigning } from './deposit-states.ts';
import type { ShotScreen } from './screens.ts';

type Prepared = Required<ShotScreen> & { readonly who: PersonName };
type Rest = Pick<Prepared, 'path' | 'shows' | 'prepare'>;

const of = (who: PersonName, states: Readonly<Record<string, Rest>>): readonly Prepared[] =>
  Object.entries(states).map(([name, rest]) => ({ name, who, ...rest }));

/** A client wrote: the clerk has begun an answer. */
export async function writeReply(page: Page): Promise<void> {
  await page.getByTestId('unread-texts').getByRole('link').first().click();
  await page.getByTestId('unread-answer').click();
  await page.getByTestId('reply-text').fill('Bonjour, votre bague est prête. À ce soir !');
}

async function openPieces(page: Page): Promise<void> {
  await page.getByTestId('open-open').click();
  await expect(page.getByTestId('pieces-rows').locator('tbody tr').first()).toBeVisible();
}

export const POLISHING = '/operation/5/RepairPolish/';
const FINAL_QC = '/operation/12/FinalQCProcess/';
const INCOMING = '/operation/19/IncomingCheck/';
export const REPAIR_DONE = '/receiveFromRepair';

/** States that a screen shows only after some work on it. A test reaches each of them. */
export const PREPARED: readonly Prepared[] = [
  ...of('paris', {
    'deposit-pieces': { path: '/createRma', prepare: describePiece, shows: 'piece-0' },
    'deposit-marks': { path: '/createRma', prepare: markCondition, shows: 'marks-dialog' },
    'deposit-sign': { path: '/createRma', prepare: showForSigning, shows: 'left-0' },
    'deposit-done': { path: '/createRma', prepare: finishDeposit, shows: 'created' },
    thread: { path: '/callList', prepare: writeReply, shows: 'reply-text' },
    'pickup-loan': {
      path: '/pickup?id={loan}',
      prepare: (page) => expect(page.locator('[data-testid^="pickup-loan-back-"]')).toBeVisible(),
      shows: 'pickup',
    },
  }),
  ...of('factory', {
    'bench-accepted': { path: POLISHING, prepare: scanAccepted, shows: 'bench-piece' },
    'bench-wrong-stage': {
      path: FINAL_QC,
      prepare: scanOf(INCOMING, 'wrong_stage'),
      shows: 'bench-elsewhere',
    },
    'bench-bring-back': {
      path: POLISHING,
      prepare: scanOf(REPAIR_DONE, 'already_done'),
      shows: 'bring-back',
    },
    'final-qc-complete': { path: FINAL_QC, prepare: askToComplete, shows: 'confirm-complete' },
    'bench-offline': { path: POLISHING, prepare: scanOffline, shows: 'bench-cut' },
  }),
  ...of('admin', {
    'figures-pieces': { path: '/insight', prepare: openPieces, shows: 'figure-pieces' },
  }),
];
