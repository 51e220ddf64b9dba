import { createHash } from 'node:crypto';
import { SECOND_STEP_MS } from '@atelier/domain/identity/sign-in.ts';
import type { AccountWithPassword } from '@atelier/application/identity/account.queries.ts';
import type { Attempt } from '@atelier/application/identity/login-attempts.commands.ts';
import { z } from 'zod';
import type { ApiDeps } from '../../http/deps.ts';
import { ApiError } from '../../http/errors.ts';
import { open, seal } from './factor-box.ts';

const LABEL = 'sign-in that waits for a code';

/** A sign-in whose password fitted and that waits for a code. The password it fitted is named by a digest. */
const stepFacts = z.object({
  userId: z.number(),
  email: z.string(),
  password: z.string(),
  account: z.string(),
  address: z.string(),
  begunAt: z.number(),
});
export type StepFacts = z.infer<typeof stepFacts>;

const digest = (hash: string | null): string =>
  createHash('sha256')
    .update(hash ?? '')
    .digest('base64url');

/** A token for the second step, which only this house can read or make. */
export function sealStep(
  deps: Pick<ApiDeps, 'masterKey'>,
  sign: { readonly account: AccountWithPassword; readonly attempt: Attempt; readonly begunAt: Date },
): string {
  const { account, attempt, begunAt } = sign;
  const facts: StepFacts = {
    userId: account.id,
    email: account.email,
    password: digest(account.password_hash),
    ...attempt,
    begunAt: begunAt.getTime(),
  };
  return seal(deps, JSON.stringify(facts), LABEL).toString('base64url');
}

/** What a token says; undefined when it is none, or too old. */
export function openStep(deps: Pick<ApiDeps, 'masterKey' | 'clock'>, step: string): StepFacts | undefined {
  const text = open(deps, Buffer.from(step, 'base64url'), LABEL);
  if (text === undefined) return undefined;
  const facts = stepFacts.parse(JSON.parse(text));
  return deps.clock.now().getTime() - facts.begunAt < SECOND_STEP_MS ? facts : undefined;
}

/** Whether the account still has the password that the first step fitted. */
export const isSamePassword = ({ password }: StepFacts, hash: string | null): boolean =>
  digest(hash) === password;

export const codeRequired = (step: string): ApiError =>
  new ApiError(400, 'second_factor_required', 'Enter the code of your authenticator app.', {
    data: { step },
  });

export const stepOver = (): ApiError =>
  new ApiError(400, 'second_step_over', 'This took too long, or the account has changed. Sign in again.');
