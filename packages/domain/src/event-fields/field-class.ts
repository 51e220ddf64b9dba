import type { TranslatedText } from '../contract/translated-text.ts';
import type { DomainEvent } from '../decider.ts';

/**
 * What a text in an event is: `sealed` under the key of the person it is about (`personal-data.ts`), a `code` from a list, a
 * `number` (a reference, a moment, a digest), or words of the house about itself, with the reason why they name no customer.
 */
export type FieldClass = 'sealed' | 'code' | 'number' | { readonly house: string };

/** Paths of all texts in an event's data: `warranty.override.reason`, `images.*`. A text in all languages counts once. */
export type TextPath<Data> = Data extends readonly (infer Element)[]
  ? Below<'*', Element>
  : Data extends object
    ? { [Name in keyof Data & string]: Below<string extends Name ? '*' : Name, Data[Name]> }[keyof Data &
        string]
    : never;

type Below<Name extends string, Value> = Value extends string | TranslatedText
  ? Name
  : Value extends object
    ? `${Name}.${TextPath<Value>}`
    : never;

type Own<Data> = Record<Exclude<TextPath<Data>, keyof typeof SHARED_FIELDS>, FieldClass>;

/** A table that names every text of these events exactly once: a field that is missing or too many does not compile. */
export type FieldsOf<Event extends DomainEvent<string, object>> = {
  readonly [Type in Event['type']]: Own<Extract<Event, { readonly type: Type }>['data']>;
};

/** Fields that are the same in every event that has them. Names that may hold free text are in no shared line. */
export const SHARED_FIELDS = {
  'agreedFee.currency': 'code',
  because: 'code',
  carrier: 'code',
  conditions: 'code',
  delivery: 'code',
  'fee.currency': 'code',
  format: 'code',
  hold: 'code',
  how: 'code',
  kind: 'code',
  language: 'code',
  means: 'code',
  'paid.currency': 'code',
  'permissions.*': 'code',
  platform: 'code',
  'previous.countries.*.code': 'code',
  'price.currency': 'code',
  'product.kind': 'code',
  'product.name': 'code',
  'product.size': 'code',
  'purchase.platform': 'code',
  roleKey: 'code',
  'roles.*': 'code',
  'schedule.countries.*.code': 'code',
  'scope.kind': 'code',
  'skipped.*.because': 'code',
  'types.*': 'code',
  userType: 'code',
  why: 'code',
  at: 'number',
  blob: 'number',
  cause: 'number',
  createdAt: 'number',
  customerRef: 'number',
  'customerRefs.*': 'number',
  dueAt: 'number',
  expires: 'number',
  fulfilledDate: 'number',
  linkHash: 'number',
  originalOrderId: 'number',
  originalOrderNumber: 'number',
  'pictureDigests.*': 'number',
  'product.certificateNo': 'number',
  'product.sequenceNumber': 'number',
  'product.serial': 'number',
  'product.sku': 'number',
  publicKey: 'number',
  'purchase.fulfilledDate': 'number',
  'purchase.invoiceNumber': 'number',
  'purchase.originalOrderId': 'number',
  'purchase.originalOrderNumber': 'number',
  'purchase.purchaseDate': 'number',
  sealNumber: 'number',
  streamId: 'number',
  trackingNumber: 'number',
  until: 'number',
  userRef: 'number',
  'warranty.until': 'number',
  workId: 'number',
  wordsRef: 'number',
  workerRef: 'number',
} as const satisfies Readonly<Record<string, FieldClass>>;
