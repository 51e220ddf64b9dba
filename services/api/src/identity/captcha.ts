import { randomUUID } from 'node:crypto';
import type { captchaData } from '@atelier/contracts/identity/schema.ts';
import {
  consumeCaptcha,
  dropCaptcha,
  insertCaptcha,
  mayRefresh,
} from '@atelier/application/identity/captchas.commands.ts';
import type { z } from 'zod';
import type { ApiDeps } from '../http/deps.ts';
import { ApiError } from '../http/errors.ts';
import { drawCaptcha, randomAnswer } from './captcha-image.ts';
import { makePuzzle } from './proof-of-work.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type CaptchaDeps = Pick<ApiDeps, 'db' | 'clock' | 'config' | 'policy'>;
type CaptchaData = z.infer<typeof captchaData>;

export interface CaptchaRequest {
  readonly kind: 'image' | 'pow';
  /** The captcha on screen that this one replaces. */
  readonly previous?: string | undefined;
}

/** A new captcha, single use, two minutes. Refuses to replace one younger than ten seconds that is still unused. */
export async function issueCaptcha(deps: CaptchaDeps, request: CaptchaRequest): Promise<CaptchaData> {
  const now = deps.clock.now();
  const { captchaLifeMs, captchaRefreshMs } = deps.policy();
  if (request.previous !== undefined && UUID.test(request.previous)) {
    if (!(await mayRefresh(deps.db, request.previous, now, captchaRefreshMs))) throw tooFrequent();
    await dropCaptcha(deps.db, request.previous);
  }
  const { answer, picture } = request.kind === 'pow' ? makePuzzle() : drawn(deps.config.captchaFixedAnswer);
  const id = randomUUID();
  await insertCaptcha(deps.db, { id, answer }, now, captchaLifeMs);
  return { success: true, CaptchaId: id, PicPath: picture };
}

function drawn(fixed: string | undefined): { answer: string; picture: string } {
  const answer = fixed ?? randomAnswer();
  return { answer, picture: drawCaptcha(answer) };
}

/** One try, whatever comes of it. */
export async function solvesCaptcha(deps: CaptchaDeps, id: string, answer: string): Promise<boolean> {
  return UUID.test(id) && consumeCaptcha(deps.db, id, answer, deps.clock.now());
}

const tooFrequent = (): ApiError =>
  new ApiError(400, 'captcha_too_frequent', 'Captcha updates are too frequent');
