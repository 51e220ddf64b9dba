import type { LoginData } from '@atelier/domain/identity/contract.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { call, read } from '../../lib/api/client.ts';

export interface Credentials {
  username: string;
  password: string;
  captchaId: string;
  captcha: string;
}

/** `POST /auth/loginold`. Throws ApiError with the server's code: `captcha_wrong`, `login_failed`, `login_suspended`. */
export async function signIn(given: Credentials): Promise<LoginData> {
  const answer = await call<LoginData>({
    method: 'POST',
    path: '/auth/loginold',
    anonymous: true,
    body: {
      username: given.username.trim(),
      password: given.password,
      is_captcha: 1,
      captcha_id: given.captchaId,
      captcha: given.captcha.trim(),
    },
  });
  if (!answer.success) throw new ApiError('refused', answer);
  return answer.data;
}

/** `GET /auth/callback?code&state`: the way back from single sign-on. */
export const signInByCode = async (code: string, state: string): Promise<LoginData> =>
  (await read<LoginData>('/auth/callback', { code, state }, { anonymous: true })).data;

/** Seconds of the server's lock in a refusal's data, if it says so. */
export function lockedFor(error: ApiError): number | undefined {
  const data = error.data;
  if (typeof data !== 'object' || data === null || !('locked_for_s' in data)) return undefined;
  return typeof data.locked_for_s === 'number' ? data.locked_for_s : undefined;
}
