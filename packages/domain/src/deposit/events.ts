import type { DomainEvent } from '../decider.ts';
import type { Actor, CustomerRef, Day, Instant, ItemId, RmaId, SiteId } from '../kernel.ts';

/** The customer as the shop wrote them down. Every field is personal. */
export interface Contact {
  readonly firstName: string;
  readonly lastName: string;
  /** Dialling code with its plus: `+33`. */
  readonly phoneCode: string;
  /** National number, digits only. */
  readonly phone: string;
  readonly email: string | null;
}

export interface Address {
  readonly country: string;
  readonly province: string | null;
  readonly city: string | null;
  readonly address: string;
  readonly receiverName: string;
  readonly receiverPhone: string;
}

/** Events of one deposit, stream `rma-<id>`. */
export type RmaDeposited = DomainEvent<
  'RmaDeposited',
  {
    readonly rmaId: RmaId;
    readonly number: string;
    /** 128-bit unguessable reference of the customer's link. */
    readonly publicReference: string;
    readonly storeId: SiteId;
    readonly customerRef: CustomerRef;
    readonly contact: Contact;
    readonly address: Address;
    readonly delivery: 'store' | 'client';
    readonly platform: string;
    readonly fulfilledDate: Day | null;
    readonly originalOrderId: string | null;
    readonly originalOrderNumber: string | null;
    readonly isAgent: boolean;
    /** The customer's language, BCP 47. */
    readonly language: string;
    readonly itemIds: readonly ItemId[];
    readonly createdAt: Instant;
    readonly by: Actor;
  }
>;
export type RmaContactChanged = DomainEvent<
  'RmaContactChanged',
  {
    readonly customerRef: CustomerRef;
    readonly contact: Contact;
    readonly address: Address;
    readonly at: Instant;
    readonly by: Actor;
  }
>;
/**
 * The deposit was said again: its head as it is now, and what changed, its items' fields among them
 * (`items.<id>.reasons`). Written for every edit, so that the version of this stream is the version of the whole form.
 */
export type RmaEdited = DomainEvent<
  'RmaEdited',
  Pick<
    RmaDeposited['data'],
    | 'delivery'
    | 'platform'
    | 'fulfilledDate'
    | 'originalOrderId'
    | 'originalOrderNumber'
    | 'isAgent'
    | 'language'
  > & { readonly changed: readonly string[]; readonly at: Instant; readonly by: Actor }
>;
/** A linked item joined the deposit after the store rejected a repair. */
export type RmaItemAdded = DomainEvent<
  'RmaItemAdded',
  { readonly itemId: ItemId; readonly linkedFrom: ItemId; readonly at: Instant }
>;

/** The customer was erased: nothing personal of the events before it can be read, and nothing is kept of later ones. */
export type RmaCustomerErased = DomainEvent<
  'RmaCustomerErased',
  { readonly customerRef: CustomerRef; readonly at: Instant }
>;

export type RmaEvent = RmaDeposited | RmaContactChanged | RmaEdited | RmaItemAdded | RmaCustomerErased;
export type RmaEventType = RmaEvent['type'];
