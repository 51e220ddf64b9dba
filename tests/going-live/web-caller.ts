import { createHash, randomUUID } from 'node:crypto';
import { ask, uploadPicture, type Envelope } from '../faults/support/caller.ts';

/** Calls as the screens send them, of a person who signed in; throws with the answer where one is refused. */
export interface WebCaller {
  readonly get: (path: string) => Promise<Envelope>;
  readonly post: (path: string, body: object) => Promise<Envelope>;
  /** Uploads a picture and returns its id. */
  readonly picture: () => Promise<string>;
}

export function webCaller(url: string, token = ''): WebCaller {
  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Envelope> => {
    const answer = await ask(url, token, { method, path, key: randomUUID(), ...(body && { body }) });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    picture: () => uploadPicture(url, token),
  };
}

/** Signs in with a password, having solved the puzzle that stands in for the picture. */
export async function signInAt(url: string, username: string, password: string): Promise<WebCaller> {
  const anonymous = webCaller(url);
  const response = await fetch(`${url}/api/captcha/getOne?kind=pow`);
  const { CaptchaId, PicPath }: { CaptchaId: string; PicPath: string } = JSON.parse(await response.text());
  const captcha = solved(PicPath);
  const body = { username, password, is_captcha: 1, captcha_id: CaptchaId, captcha };
  const { data } = await anonymous.post('/auth/loginold', body);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the login data of product/identity.md §4
  return webCaller(url, (data as { token: string }).token);
}

/** The number whose digest the puzzle names (product/identity.md §1). */
function solved(picture: string): string {
  const json = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64').toString();
  const { salt, challenge, maxnumber }: { salt: string; challenge: string; maxnumber: number } =
    JSON.parse(json);
  for (let number = 0; number <= maxnumber; number += 1) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge) return String(number);
  }
  throw new Error('the puzzle has no answer');
}
