import type { Envelope } from '@atelier/contracts/contract/envelope.ts';
import type {
  ConfirmedSecondFactor,
  LoginData,
  SecondFactorEnrolment,
  SessionView,
} from '@atelier/contracts/identity/schema.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { call, read, urlOf } from '../../lib/api/client.ts';
import { keepWanted } from '../../lib/session/sso-return.ts';

export interface Credentials {
  username: string;
  password: string;
  captchaId: string;
  captcha: string;
}

/** `POST /auth/loginold`. Throws ApiError with the server's code: `captcha_wrong`, `login_failed`, `login_suspended`. */
export async function signIn(given: Credentials): Promise<LoginData> {
  const answer = await call({
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
  if (!answer.success || answer.data === null) throw new ApiError('refused', answer);
  return answer.data;
}

/** A call in the name of a sign-in that is no session of this window yet. Throws ApiError with the server's code. */
async function callAs<T>(token: string, path: string, body: object): Promise<T> {
  const response = await fetch(urlOf(path), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
    credentials: 'same-origin',
  });
  const answer: Envelope<T> = await response.json();
  if (!answer.success) throw new ApiError('refused', answer);
  return answer.data;
}

/** `POST /auth/password`. Refused with `password_common` or `password_unchanged`. */
export async function changeOwnPassword(
  token: string,
  present: string,
  password: string,
): Promise<LoginData> {
  const view = await callAs<SessionView>(token, '/auth/password', { current_password: present, password });
  return { ...view, token };
}

/** `POST /auth/second_factor`. Refused with `login_failed`, `login_suspended` or `second_step_over`. */
export const signInWithCode = (step: string, code: string): Promise<LoginData> =>
  callAs<LoginData>('', '/auth/second_factor', { step, code });

/** `POST /auth/second_factor/enrol`, which the present password proves. */
export const beginSecondFactor = (token: string, present: string): Promise<SecondFactorEnrolment> =>
  callAs<SecondFactorEnrolment>(token, '/auth/second_factor/enrol', { current_password: present });

/** `POST /auth/second_factor/confirm`. Refused with `code_wrong`. */
export const confirmSecondFactor = (token: string, code: string): Promise<ConfirmedSecondFactor> =>
  callAs<ConfirmedSecondFactor>(token, '/auth/second_factor/confirm', { code });

/** The token of the second step, where the password fitted and a code is asked for. */
export const stepIn = ({ code, data }: ApiError): string | undefined =>
  code === 'second_factor_required' && typeof data === 'object' && data !== null && 'step' in data
    ? String(data.step)
    : undefined;

/** `POST /auth/sso`: leaves for the identity provider, and remembers what was wanted here. */
export async function leaveForSso(wanted: string | null): Promise<void> {
  const answer = await call({
    method: 'POST',
    path: '/auth/sso',
    anonymous: true,
  });
  if (answer.data === null) throw new ApiError('refused', answer);
  keepWanted(wanted);
  location.assign(answer.data.authorization_url);
}

const asked = new Map<string, Promise<LoginData>>();

/** `GET /auth/callback`: the way back from single sign-on. A state is good once, so the same one is asked about once. */
export function signInByCode(search: URLSearchParams): Promise<LoginData> {
  const state = search.get('state') ?? '';
  const known = asked.get(state);
  if (known !== undefined) return known;
  const query = Object.fromEntries(
    ['code', 'state', 'iss', 'session_state'].flatMap((name) => {
      const value = search.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  const fresh = read('/auth/callback', query, { anonymous: true }).then(({ data }) => data);
  asked.set(state, fresh);
  return fresh;
}

/** Seconds of the server's lock in a refusal's data, if it says so. */
export const lockedFor = ({ data }: ApiError): number | undefined => numberIn(data, 'locked_for_s');
/** How many more failures the server lets pass, if it says so. */
export const attemptsLeft = ({ data }: ApiError): number | undefined => numberIn(data, 'attempts_left');

/** Whether the lock is one worker's, after wrong PINs at any station. */
export const isWorkersLock = ({ data }: ApiError): boolean =>
  typeof data === 'object' && data !== null && 'of' in data && data.of === 'worker';

function numberIn(data: unknown, name: string): number | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const value: unknown = new Map<string, unknown>(Object.entries(data)).get(name);
  return typeof value === 'number' ? value : undefined;
}
