import type { CustomerRef, Day, Instant, ItemId, RmaId, SiteId } from '../kernel.ts';
import type { Address, Contact, RmaDeposited, RmaEvent } from './events.ts';

/** One deposit. Contact and address are null once the customer is erased. */
export interface Rma {
  readonly kind: 'rma';
  readonly id: RmaId;
  readonly number: string;
  readonly publicReference: string;
  readonly storeId: SiteId;
  readonly customerRef: CustomerRef;
  readonly contact: Contact | null;
  readonly address: Address | null;
  readonly delivery: 'store' | 'client';
  readonly platform: string;
  readonly fulfilledDate: Day | null;
  readonly originalOrderId: string | null;
  readonly originalOrderNumber: string | null;
  readonly isAgent: boolean;
  readonly language: string;
  readonly itemIds: readonly ItemId[];
  readonly createdAt: Instant;
}

export type RmaState = { readonly kind: 'none' } | Rma;

export const initialRma: RmaState = { kind: 'none' };

/** Folds one event into a deposit. */
export function evolveRma(state: RmaState, event: RmaEvent): RmaState {
  if (event.type === 'RmaDeposited') return deposited(event.data);
  if (state.kind === 'none') return state;
  switch (event.type) {
    case 'RmaContactChanged':
      return { ...state, contact: event.data.contact, address: event.data.address };
    case 'RmaEdited': {
      const { changed: _changed, at: _at, by: _by, ...head } = event.data;
      return { ...state, ...head };
    }
    case 'RmaItemAdded':
      return { ...state, itemIds: [...state.itemIds, event.data.itemId] };
    case 'RmaCustomerErased':
      return { ...state, contact: null, address: null };
  }
}

function deposited({ rmaId, by: _by, ...data }: RmaDeposited['data']): Rma {
  return { kind: 'rma', id: rmaId, ...data };
}
