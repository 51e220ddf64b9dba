import type { SignFirstPaint, SignFormIssue } from '@atelier/contracts/customer-site/sign-first-paint.ts';
import type { SignView } from '@atelier/contracts/customer-site/sign-schema.ts';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/client.ts';
import type { InkStroke } from '../../../shared/item/signature-ink.ts';

export interface SignState {
  readonly signing: SignView | null;
  readonly phase: 'asking' | 'found' | 'unknown' | 'failed';
}

/** What is sent: strokes, or a typed name in their place. */
export interface GivenInk {
  readonly strokes: InkStroke[];
  readonly signer_name: string;
  readonly key: string;
}

const ENDED: SignState = { signing: null, phase: 'unknown' };

/** What a code asks to sign for: as the server drew it. */
export function useSigning(token: string, first: SignFirstPaint | undefined) {
  const [state, setState] = useState<SignState>(() =>
    first === undefined
      ? { signing: null, phase: 'asking' }
      : { signing: first.signing, phase: first.outcome },
  );
  const isAsking = state.phase === 'asking';
  useEffect(() => {
    if (!isAsking) return undefined;
    const stop = new AbortController();
    void readSigning(token, stop.signal).then((next) => {
      if (!stop.signal.aborted) setState(next);
    });
    return () => stop.abort();
  }, [token, isAsking]);
  return { ...state, show: setState };
}

export async function readSigning(token: string, signal?: AbortSignal): Promise<SignState> {
  try {
    const path = `/sign/${encodeURIComponent(token)}` as const;
    const { data } = await call({ path, anonymous: true, signal });
    return data === null ? ENDED : { signing: data, phase: 'found' };
  } catch (error) {
    const isUnknown = error instanceof ApiError && [400, 404].includes(error.status);
    return { signing: null, phase: isUnknown ? 'unknown' : 'failed' };
  }
}

/** What the page shows once it was sent, or what kept the signature from being recorded. */
export async function sendSignature(token: string, given: GivenInk): Promise<SignState | SignFormIssue> {
  try {
    const path = '/sign/answer';
    const answer = await call({ method: 'POST', path, body: { token, ...given }, anonymous: true });
    if (answer.data === null) return answer.errors?.[0]?.path === 'signature' ? 'signature' : 'notSent';
    return { signing: answer.data, phase: 'found' };
  } catch (error) {
    if (!(error instanceof ApiError)) return 'notSent';
    if (error.errors[0]?.path === 'signature') return 'signature';
    if (error.status === 429) return 'busy';
    if (error.status === 404) return ENDED;
    return error.status === 409 ? readSigning(token) : 'notSent';
  }
}
