import type { FeeFirstPaint, FeeFormIssue } from '@atelier/contracts/customer-site/fee-first-paint.ts';
import type { FeeAskedView } from '@atelier/contracts/repair/fee-link-schema.ts';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/client.ts';
import type { Signature } from '../../../shared/item/signature-ink.ts';

/** What a customer answers with. */
export interface GivenAnswer {
  readonly answer: 'approved' | 'declined';
  readonly name: string;
  readonly drawn: Signature | null;
  readonly nameSigns: boolean;
  readonly key: string;
}

interface State {
  readonly asked: FeeAskedView | null;
  readonly phase: 'asking' | 'found' | 'unknown' | 'failed';
}

const drawnState = (first: FeeFirstPaint | undefined): State =>
  first === undefined ? { asked: null, phase: 'asking' } : { asked: first.asked, phase: first.outcome };

/** What stands there stays while the server cannot be reached. */
const newer = (old: State, next: State): State => (next.asked === null && old.asked !== null ? old : next);

/** What a link asks: as the server drew it, and read again in another language. */
export function useAskedFee(token: string, language: string, first: FeeFirstPaint | undefined) {
  const [state, setState] = useState(() => drawnState(first));
  const [shownIn, setShownIn] = useState<string | null>(first?.language ?? null);
  useEffect(() => {
    if (shownIn === language) return undefined;
    const stop = new AbortController();
    void readAsked(token, language, stop.signal).then((next) => {
      if (stop.signal.aborted) return;
      setShownIn(language);
      setState((old) => newer(old, next));
    });
    return () => stop.abort();
  }, [token, shownIn, language]);
  return {
    ...state,
    read: async () => {
      const next = await readAsked(token, language);
      setState((old) => newer(old, next));
    },
    show: (asked: FeeAskedView) => setState({ asked, phase: 'found' }),
  };
}

async function readAsked(token: string, language: string, signal?: AbortSignal): Promise<State> {
  try {
    const path = `/fee/${encodeURIComponent(token)}` as const;
    const { data } = await call({ path, query: { language }, anonymous: true, signal });
    return { asked: data, phase: 'found' };
  } catch (error) {
    const isUnknown = error instanceof ApiError && [400, 404].includes(error.status);
    return { asked: null, phase: isUnknown ? 'unknown' : 'failed' };
  }
}

/** What is recorded now, or what kept the answer from it; null where the link has ended meanwhile. */
export async function sendAnswer(
  token: string,
  asked: FeeAskedView,
  language: string,
  { answer, name, drawn, nameSigns, key }: GivenAnswer,
): Promise<FeeAskedView | FeeFormIssue | null> {
  const { amount, currency, conditions } = asked;
  const signed = nameSigns || drawn === null ? { name_signs: nameSigns } : drawn;
  const body = { token, answer, amount, currency, name, conditions, language, key, ...signed };
  try {
    const path = '/fee/answer';
    return (await call({ method: 'POST', path, body, anonymous: true })).data;
  } catch (error) {
    return issueOf(error);
  }
}

function issueOf(error: unknown): FeeFormIssue | null {
  if (!(error instanceof ApiError)) return 'notSent';
  const field = error.errors[0]?.path;
  if (field === 'name' || field === 'signature' || field === 'conditions') return field;
  if (error.status === 429) return 'busy';
  return error.status === 409 || error.code === 'amount_invalid' ? null : 'notSent';
}
