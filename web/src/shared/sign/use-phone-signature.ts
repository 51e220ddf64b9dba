import type { SignedList } from '@atelier/contracts/customer-site/sign-schema.ts';
import { useHandler } from '@atelier/ui/hooks/use-handler.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import type { DataOf } from '../../lib/api/calls.ts';
import { command, read } from '../../lib/api/client.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { drawnSignature, typedSignature, type InkStroke, type Signature } from '../item/signature-ink.ts';

/** What is signed for, and in which language the client reads it. */
export interface AskedList extends SignedList {
  readonly language: string;
}

interface Session extends DataOf<'POST', '/sign/session'> {
  /** What the phone shows. */
  readonly list: string;
}

/** Why no code is shown any more: it ended, the list changed, or what came was no signature. */
export type PhoneEnd = 'expired' | 'changed' | 'unreadable';

const ASK_EVERY_MS = 2_000;

/**
 * A signature on the client's own phone (product/deposit.md §13): makes the code, asks every two seconds whether it was signed, and
 * removes it from the server once the signature is here, it is cancelled, or the screen is left.
 */
export function usePhoneSignature(asked: AskedList, onSigned: (signature: Signature) => void) {
  const list = JSON.stringify(asked);
  const [session, setSession] = useState<Session | null>(null);
  const [end, setEnd] = useState<PhoneEnd | null>(null);
  const make = useCommand((body: AskedList) => ({ path: '/sign/session', body }), {
    onSuccess: ({ data }, body) => {
      setEnd(null);
      setSession({ ...data, list: JSON.stringify(body) });
    },
  });
  const stop = (why: PhoneEnd | null) => {
    setSession(null);
    setEnd(why);
  };
  const { isLost, isGone } = useAnswer(session, (signature) => {
    stop(signature === null ? 'unreadable' : null);
    if (signature !== null) onSigned(signature);
  });
  useEndOnLeave(session, isGone);
  useWhen(isGone, () => stop('expired'));
  useWhen(session !== null && session.list !== list, () => stop('changed'));
  return { session, end, isLost, isAsking: make.isPending, ask: () => make.mutate(asked), stop };
}

export type PhoneSignature = ReturnType<typeof usePhoneSignature>;

/** Calls once the condition holds. */
export function useWhen(condition: boolean, act: () => void): void {
  const run = useHandler(act);
  useEffect(() => {
    if (condition) run();
  }, [condition, run]);
}

/** Calls with the signature, or with null for what is none. `isLost`: the server cannot be reached; `isGone`: the code has ended. */
function useAnswer(session: Session | null, onAnswer: (signature: Signature | null) => void) {
  const id = session?.id ?? '';
  const { data, error } = useQuery({
    queryKey: ['sign', id],
    queryFn: ({ signal }) => read('/sign/session', { id }, { signal }),
    enabled: session !== null,
    refetchInterval: ASK_EVERY_MS,
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  });
  const signed = session !== null && data?.data.standing === 'signed' ? data.data : null;
  useWhen(signed !== null, () => {
    if (signed === null) return;
    const { signer_name: name, strokes } = signed;
    onAnswer(name === '' ? drawnSignature(strokes as InkStroke[]) : typedSignature(name));
  });
  const isGone = session !== null && error instanceof ApiError && error.status === 404;
  return { isGone, isLost: session !== null && error !== null && !isGone };
}

/** Removes the code when another one takes its place, none is shown, or the screen is left; what fails ends by its time. */
function useEndOnLeave(session: Session | null, isGone: boolean): void {
  const gone = useRef(isGone);
  useEffect(() => {
    gone.current = isGone;
  }, [isGone]);
  const id = session?.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    return () => {
      if (gone.current) return;
      void command({ path: '/sign/session/end', body: { id } }).catch(() => undefined);
    };
  }, [id]);
}
