import { signAnswerBody, signedList } from '@atelier/contracts/customer-site/sign-schema.ts';
import type { SignSession } from '@atelier/application/customer-site/sign-sessions.commands.ts';
import { z } from 'zod';
import type { ApiDeps } from '../http/deps.ts';
import { notFound } from '../http/errors.ts';
import { secretBox } from '../shared/secret-box.ts';

type Keys = Pick<ApiDeps, 'masterKey'>;

const asked = z.object({ language: z.string(), list: signedList });
const given = signAnswerBody.omit({ token: true });
export type AskedToSign = z.output<typeof asked>;
export type GivenSignature = z.output<typeof given>;

const { seal, open } = secretBox('phone signatures');

export const sealAsked = (keys: Keys, id: string, value: AskedToSign): Buffer =>
  seal(keys, JSON.stringify(value), `asked ${id}`);

export const sealGiven = (keys: Keys, id: string, value: GivenSignature): Buffer =>
  seal(keys, JSON.stringify(value), `given ${id}`);

/** What is signed for. A row that another key sealed counts as none. */
export const openAsked = (keys: Keys, { id, asked: sealed }: SignSession): AskedToSign =>
  asked.parse(opened(open(keys, sealed, `asked ${id}`)));

/** The signature; null while none was given. */
export const openGiven = (keys: Keys, { id, given: sealed }: SignSession): GivenSignature | null =>
  sealed === null ? null : given.parse(opened(open(keys, sealed, `given ${id}`)));

function opened(text: string | undefined): unknown {
  if (text === undefined) throw notFound();
  return JSON.parse(text);
}
