import type { CustomerFirstPaint } from '@atelier/contracts/customer-site/first-paint.ts';
import type { CustomerStatusView } from '@atelier/contracts/customer-site/schema.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Lookup, type Outcome, readStatus } from './status.ts';

/** Often enough to seem alive, seldom enough for a free evening of ten thousand open pages. */
const EVERY_MS = 15_000;

export interface StatusState {
  items: readonly CustomerStatusView[] | null;
  /** `failed` with items: what stands there is the last that was known. */
  phase: 'asking' | 'found' | 'unknown' | 'failed';
}

/** Without a reference there is nothing to ask: the page offers its form. */
const NOBODY: StatusState = { items: null, phase: 'unknown' };

function after(old: StatusState, outcome: Outcome): StatusState {
  switch (outcome.kind) {
    case 'found':
      return { items: outcome.items, phase: 'found' };
    case 'same':
      return { ...old, phase: 'found' };
    case 'unknown':
      return NOBODY;
    case 'failed':
      return { ...old, phase: 'failed' };
    default:
      return outcome satisfies never;
  }
}

/** What the server has drawn already. */
function drawn(first: CustomerFirstPaint | undefined): StatusState {
  if (first === undefined) return { items: null, phase: 'asking' };
  return { items: first.outcome === 'found' ? first.items : null, phase: first.outcome };
}

/** The tag of what is shown, and the question that it answered. */
interface Shown {
  question: string;
  etag: string | null;
}

const questionOf = (lookup: Lookup | null, language: string): string =>
  JSON.stringify([lookup?.rma_id, lookup?.phone_last4, language]);

const shownBy = (first: CustomerFirstPaint | undefined, language: string): Shown => ({
  question: first === undefined ? '' : questionOf(first.lookup, language),
  etag: first?.etag ?? null,
});

/** Asks at once, every 15 s while the page is looked at, and when it is looked at again. */
export function useStatus(lookup: Lookup | null, language: string, first?: CustomerFirstPaint) {
  const [state, setState] = useState(() => drawn(first));
  const shown = useRef(shownBy(first, language));
  const id = lookup?.rma_id;
  const last4 = lookup?.phone_last4;

  const ask = useCallback(
    async (signal: AbortSignal) => {
      if (!id) return;
      const asked = { rma_id: id, phone_last4: last4 };
      const question = questionOf(asked, language);
      const etag = shown.current.question === question ? shown.current.etag : null;
      const outcome = await readStatus(asked, language, etag, signal);
      if (signal.aborted) return;
      if (outcome.kind === 'found') shown.current = { question, etag: outcome.etag };
      setState((old) => after(old, outcome));
    },
    [id, last4, language],
  );

  useEffect(() => {
    const stop = new AbortController();
    void ask(stop.signal);
    const again = () => {
      if (!document.hidden) void ask(stop.signal);
    };
    const timer = setInterval(again, EVERY_MS);
    document.addEventListener('visibilitychange', again);
    globalThis.addEventListener('online', again);
    return () => {
      stop.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
      globalThis.removeEventListener('online', again);
    };
  }, [ask]);

  const retry = () => {
    setState((old) => ({ ...old, phase: 'asking' }));
    void ask(new AbortController().signal);
  };
  /** What a decision of the page answered. */
  const show = (items: readonly CustomerStatusView[]) => {
    shown.current = { ...shown.current, etag: null };
    setState({ items, phase: 'found' });
  };
  return { ...(id ? state : NOBODY), retry, show };
}
