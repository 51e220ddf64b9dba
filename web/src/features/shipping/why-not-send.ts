import type { PackageView } from '@atelier/contracts/shipping/schema.ts';

export interface SendState {
  readonly tracking: string;
  readonly view: PackageView | null;
  readonly isChecking: boolean;
  /** Drawn here and not saved yet: it is saved with the sending. */
  readonly hasSignature: boolean;
}

/** Why a package cannot go yet: the first reason, and how many more there are; null when it can. */
export type WhyNot =
  | { readonly kind: 'text'; readonly key: 'why.no_tracking' | 'why.empty' | 'why.checking' }
  | { readonly kind: 'code'; readonly code: string; readonly number: string | null; readonly more: number }
  | null;

/** What the server says stops it, without the signature that this page is about to save. */
export function openReasons({
  view,
  hasSignature,
}: Pick<SendState, 'view' | 'hasSignature'>): PackageView['blocking'] {
  return (view?.blocking ?? []).filter(({ code }) => code !== 'signature_required' || !hasSignature);
}

export function whyNotSend(state: SendState): WhyNot {
  if (state.tracking === '') return { kind: 'text', key: 'why.no_tracking' };
  if (state.view === null || state.view.items.length === 0) {
    return { kind: 'text', key: state.isChecking ? 'why.checking' : 'why.empty' };
  }
  const reasons = openReasons(state);
  const [first] = reasons;
  if (first !== undefined)
    return { kind: 'code', code: first.code, number: first.number, more: reasons.length - 1 };
  return state.isChecking ? { kind: 'text', key: 'why.checking' } : null;
}
