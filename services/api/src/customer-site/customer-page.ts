import { readPieceCode } from '@atelier/domain/repair/item/item-number.ts';
import { createHmac, hkdfSync } from 'node:crypto';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import { countFailure, isShut, takeFailureBack } from '@atelier/application/shared/failure-count.ts';
import {
  findAskedDeposit,
  findCustomerStatus,
  type AskedDeposit,
  type CustomerStatus,
} from '@atelier/application/customer-site/customer-status.queries.ts';
import type { Places } from '@atelier/application/reference/places.queries.ts';
import { CUSTOMER_PATH } from '@atelier/contracts/customer-site/first-paint.ts';
import type { ApiDeps } from '../http/deps.ts';
import { qrCode } from '../shared/qr-code.ts';

/** What a customer asks by: the reference of their link, or a number with the last four digits of their phone. */
export interface CustomerQuestion {
  readonly reference: string;
  readonly phoneLast4: string | undefined;
  readonly language: string | undefined;
}

/**
 * Wrong digits of one deposit, over all addresses and nodes: of ten thousand possible ones a guesser tries ten a day.
 * The customer's own link opens meanwhile.
 */
const WRONG_DIGITS = { most: 10, lockMs: 24 * 3_600_000 } as const;

/**
 * What the page shows, or undefined: for an unknown reference, a number without its digits, wrong digits, and a deposit
 * whose digits were guessed at too often. With digits all of them take the same steps, so that time shows nothing either.
 */
export async function readCustomerPage(
  deps: ApiDeps,
  scope: DataScope,
  places: Places,
  { reference, phoneLast4, language }: CustomerQuestion,
): Promise<CustomerStatus | undefined> {
  const asked = await inScope(deps.db, scope, (trx) => findAskedDeposit(trx, reference));
  const byDigits = phoneLast4 !== undefined && (await digitsOpen(deps, reference, asked, phoneLast4));
  if (asked === undefined || !(asked.byReference || byDigits)) return undefined;
  const reader = await pageReader(deps, places);
  const request = { rmaId: asked.id, masked: !asked.byReference, language, reader };
  return findCustomerStatus(scope, request);
}

export const pageReader = async ({ db, clock, policy, config }: ApiDeps, places: Places) => ({
  db,
  sites: await places.sites(),
  policy: policy(),
  now: clock.now().toISOString(),
  codeOf: (reference: string) =>
    qrCode(`${config.publicUrl}${CUSTOMER_PATH}?rma_id=${encodeURIComponent(reference)}`),
});

/** Counted before it is compared: fifty guesses at once cannot all slip through. */
async function digitsOpen(
  deps: ApiDeps,
  reference: string,
  asked: AskedDeposit | undefined,
  digits: string,
): Promise<boolean> {
  const counted = { account: digestOf(deps, asked?.id ?? readPieceCode(reference)), address: '*' };
  const count = await countFailure(deps.db, counted, WRONG_DIGITS, deps.clock.now());
  const open = !isShut(count, WRONG_DIGITS.most) && asked?.phoneLast4 === digits;
  if (open) await takeFailureBack(deps.db, counted, WRONG_DIGITS.most);
  return open;
}

/** Keyed, so that the table of counts names no deposit. */
function digestOf({ masterKey }: Pick<ApiDeps, 'masterKey'>, deposit: number | string): string {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'customer page digits', 32));
  return createHmac('sha256', key)
    .update(`${typeof deposit} ${deposit}`)
    .digest('base64url')
    .slice(0, 22);
}
