import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_PASSWORD } from '../../../demo/accounts.ts';
import { captchaAnswer } from '../../harness/system.ts';

/** An answer of the API, as it came. */
export interface Answer {
  readonly status: number;
  readonly body: Envelope;
}

export interface Envelope {
  readonly success: boolean;
  readonly code: string | number;
  readonly message: string;
  readonly data: unknown;
  readonly position?: number;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object;
  readonly key?: string;
  /** Stands in the envelope of every event of this call: the test's own mark in the log. */
  readonly device?: string;
}

const patienceMs = 60_000;

/** Sends one request. Rejects without a complete response: its outcome is then unknown. */
export async function ask(url: string, token: string, call: Call): Promise<Answer> {
  const response = await fetch(`${url}/api${call.path}`, {
    method: call.method,
    headers: {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(call.body && { 'content-type': 'application/json' }),
      ...(call.key !== undefined && { 'idempotency-key': call.key }),
      ...(call.device !== undefined && { 'x-device': call.device }),
    },
    ...(call.body && { body: JSON.stringify(call.body) }),
    signal: AbortSignal.timeout(patienceMs),
  });
  const body: Envelope = JSON.parse(await response.text());
  return { status: response.status, body };
}

/** Whether this answer says "not now", so that the same call may be sent again. */
export const isPassing = ({ status }: Answer): boolean => status >= 500 || status === 429;

export interface Outcome {
  readonly answer: Answer;
  /** Calls that got no answer, or one that said "not now". */
  readonly failures: number;
}

/**
 * Asks until there is an answer that stays, as a patient screen does: a lost answer or a 5xx is followed by the same
 * call with the same key.
 */
export const askUntilAnswered = (url: string, token: string, call: Call): Promise<Outcome> =>
  untilAnswered(`${call.method} ${call.path}`, () => ask(url, token, call));

/** Repeats a call that gets no response, or a 429 or 5xx: a busy machine answers 503 after two seconds. */
async function untilAnswered(name: string, call: () => Promise<Answer>): Promise<Outcome> {
  const deadline = Date.now() + 180_000;
  for (let failures = 0; ; failures += 1) {
    const answer = await call().catch((error: unknown) => asError(error));
    if (!(answer instanceof Error) && !isPassing(answer)) return { answer, failures };
    if (Date.now() > deadline) throw new Error(`${name} never ended well`, { cause: answer });
    await sleep(50 + Math.min(failures * 50, 400));
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** What must have worked; throws with the answer otherwise. */
export function must({ answer }: Outcome): Envelope {
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** One grey dot: the smallest picture there is. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Uploads a picture as a form does, and answers the id that a deposit names it by. */
export async function uploadPicture(url: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const upload = async (): Promise<Answer> => {
    const body = new FormData();
    body.append('file', new Blob([DOT], { type: 'image/png' }), 'piece.png');
    const response = await fetch(`${url}/api/upload/img`, { method: 'POST', headers, body });
    return { status: response.status, body: JSON.parse(await response.text()) as Envelope };
  };
  const { data } = must(await untilAnswered('upload of a picture', upload));
  return textOf(data, 'image_id');
}

/** Signs in as a demo account, with the captcha, and answers the bearer token. */
export async function signIn(url: string, name: string): Promise<string> {
  return textOf(await signInData(url, name), 'token');
}

/** Signs in and returns the data of the response, as the sign-in page gets it. */
export async function signInData(url: string, name: string): Promise<unknown> {
  return must(await untilAnswered(`sign-in of ${name}`, () => trySigningIn(url, name))).data;
}

async function trySigningIn(url: string, name: string): Promise<Answer> {
  const captcha = await fetch(`${url}/api/captcha/getOne`);
  // A busy machine answers 503 here too: `untilAnswered` asks again.
  if (!captcha.ok) return { status: captcha.status, body: JSON.parse(await captcha.text()) };
  const { CaptchaId }: { CaptchaId: string } = JSON.parse(await captcha.text());
  const body = {
    username: `${name}@demo.test`,
    password: DEMO_PASSWORD,
    is_captcha: 1,
    captcha_id: CaptchaId,
    captcha: captchaAnswer,
  };
  return ask(url, '', { method: 'POST', path: '/auth/loginold', body });
}

function textOf(data: unknown, field: string): string {
  const value: unknown = Object.entries(data ?? {}).find(([name]) => name === field)?.[1];
  if (typeof value === 'string') return value;
  throw new Error(`the response has no ${field}`);
}
