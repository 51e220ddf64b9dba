import type { DomainEvent } from '../decider.ts';
import type { Actor, Instant, SiteId } from '../kernel.ts';
import type { DataScope } from '../shared/scope.ts';
import type { WebhookOff, WebhookType } from './contract.ts';

export const webhookStream = (webhookId: number): string => `webhook-${webhookId}`;

/** What an endpoint is and wants. */
export interface WebhookWishes {
  readonly name: string;
  readonly url: string;
  readonly types: readonly WebhookType[];
  /** Null for every site. */
  readonly siteId: SiteId | null;
  /** What of the log it may get: as a person of that site sees it. */
  readonly scope: DataScope;
}

/** The half of a key pair that receivers verify with; the other half is in no event. */
export interface WebhookKey {
  readonly keyId: number;
  /** `whpk_` and the key in base64. */
  readonly publicKey: string;
}

interface Done {
  readonly at: Instant;
  readonly by: Actor;
}

/** Events of one endpoint, stream `webhook-<id>`. It gets what is appended after the position `after`. */
export type WebhookMade = DomainEvent<
  'WebhookMade',
  WebhookWishes & WebhookKey & Done & { readonly webhookId: number; readonly after: number }
>;
export type WebhookChanged = DomainEvent<'WebhookChanged', WebhookWishes & Done>;
export type WebhookSwitchedOff = DomainEvent<'WebhookSwitchedOff', Done & { readonly why: WebhookOff }>;
/** `after` null: it goes on where it stopped. */
export type WebhookSwitchedOn = DomainEvent<'WebhookSwitchedOn', Done & { readonly after: number | null }>;
/** The key before signs as well, until then. */
export type WebhookKeyRotated = DomainEvent<
  'WebhookKeyRotated',
  WebhookKey & Done & { readonly previousUntil: Instant }
>;
/** From the first event after the position `after` on, once more. */
export type WebhookReplayAsked = DomainEvent<'WebhookReplayAsked', Done & { readonly after: number }>;
export type WebhookPingAsked = DomainEvent<'WebhookPingAsked', Done>;
/** The event at this position once more, alone; the endpoint's place in the log stays. */
export type WebhookDeliveryAsked = DomainEvent<'WebhookDeliveryAsked', Done & { readonly position: number }>;

export type WebhookEvent =
  | WebhookMade
  | WebhookChanged
  | WebhookSwitchedOff
  | WebhookSwitchedOn
  | WebhookKeyRotated
  | WebhookReplayAsked
  | WebhookPingAsked
  | WebhookDeliveryAsked;
export type WebhookEventType = WebhookEvent['type'];

/** Nothing personal: addresses of systems, and who by id. */
export const WEBHOOK_PERSONAL_DATA = {
  WebhookMade: null,
  WebhookChanged: null,
  WebhookSwitchedOff: null,
  WebhookSwitchedOn: null,
  WebhookKeyRotated: null,
  WebhookReplayAsked: null,
  WebhookPingAsked: null,
  WebhookDeliveryAsked: null,
} as const satisfies Record<WebhookEventType, null>;
