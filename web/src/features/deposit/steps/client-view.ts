import type { RmaValues } from '../form-values.ts';

/** What the step shows of the client: only the search, their card, or the fields to type in. */
export type ClientView = 'search' | 'card' | 'form';

type Typed = Pick<RmaValues, 'customer_id' | 'firstname' | 'lastname' | 'email' | 'phone'>;

export const isUnnamed = ({ customer_id: id, firstname, lastname, email, phone }: Typed): boolean =>
  id === null && [firstname, lastname, email, phone].every((text) => text.trim() === '');

interface Asked {
  /** What the user asked for last; null before that. */
  readonly asked: 'card' | 'form' | null;
  /** A field that the card does not show was refused. */
  readonly isRefused: boolean;
  readonly customerId: number | null;
  readonly isUnnamed: boolean;
}

export function clientView({ asked, isRefused, customerId, isUnnamed: isNew }: Asked): ClientView {
  if (isRefused || asked === 'form') return 'form';
  if (customerId !== null) return 'card';
  if (isNew) return 'search';
  return asked === 'card' ? 'card' : 'form';
}
