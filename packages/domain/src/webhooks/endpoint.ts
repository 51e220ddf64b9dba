import { accept, reject, unreachable, type Decision } from '../decider.ts';
import { HOUR_MS, toInstant, toMs, type Actor, type Instant } from '../kernel.ts';
import type { WebhookOff } from './contract.ts';
import type { WebhookEvent, WebhookKey, WebhookMade, WebhookWishes } from './events.ts';

/** One endpoint as its events say it is; how far its deliveries have come is no event. */
export interface Webhook {
  readonly kind: 'webhook';
  readonly id: number;
  readonly wishes: WebhookWishes;
  readonly key: WebhookKey;
  readonly previousKey: (WebhookKey & { readonly until: Instant }) | null;
  readonly off: { readonly why: WebhookOff; readonly at: Instant } | null;
  /** How often sending began again: made, switched on, changed, replayed. Each time failures are forgotten. */
  readonly starts: number;
  /** How often it began at another place of the log, and behind which position the last time. */
  readonly jumps: number;
  readonly jumpAfter: number;
  readonly madeAt: Instant;
  readonly madeBy: Actor;
}

export type WebhookState = { readonly kind: 'none' } | Webhook;
export const initialWebhook: WebhookState = { kind: 'none' };

/** Folds one event into an endpoint. */
export function evolveWebhook(state: WebhookState, event: WebhookEvent): WebhookState {
  if (event.type === 'WebhookMade') return made(event.data);
  if (state.kind === 'none') return state;
  switch (event.type) {
    case 'WebhookChanged':
      return started({ ...state, wishes: wishesOf(event.data) });
    case 'WebhookSwitchedOff':
      return { ...state, off: { why: event.data.why, at: event.data.at } };
    case 'WebhookSwitchedOn':
      return started(jumped({ ...state, off: null }, event.data.after));
    case 'WebhookKeyRotated': {
      const { keyId, publicKey, previousUntil } = event.data;
      return { ...state, key: { keyId, publicKey }, previousKey: { ...state.key, until: previousUntil } };
    }
    case 'WebhookReplayAsked':
      return started(jumped(state, event.data.after));
    case 'WebhookPingAsked':
    case 'WebhookDeliveryAsked':
      return state;
    default:
      return unreachable(event);
  }
}

function made(data: WebhookMade['data']): Webhook {
  const { webhookId, keyId, publicKey, after, at, by } = data;
  return {
    kind: 'webhook',
    id: webhookId,
    wishes: wishesOf(data),
    key: { keyId, publicKey },
    previousKey: null,
    off: null,
    starts: 1,
    jumps: 1,
    jumpAfter: after,
    madeAt: at,
    madeBy: by,
  };
}

const wishesOf = ({ name, url, types, siteId, scope }: WebhookWishes): WebhookWishes => ({
  name,
  url,
  types,
  siteId,
  scope,
});
const started = (state: Webhook): Webhook => ({ ...state, starts: state.starts + 1 });
const jumped = (state: Webhook, after: number | null): Webhook =>
  after === null ? state : { ...state, jumps: state.jumps + 1, jumpAfter: after };

export type WebhookCommand =
  | (WebhookWishes &
      WebhookKey & { readonly type: 'MakeWebhook'; readonly webhookId: number; readonly after: number })
  | ({ readonly type: 'ChangeWebhook' } & WebhookWishes)
  | { readonly type: 'SwitchWebhookOff'; readonly why: WebhookOff }
  | { readonly type: 'SwitchWebhookOn'; readonly after: number | null }
  | ({ readonly type: 'RotateWebhookKey'; readonly overlapHours: number } & WebhookKey)
  | { readonly type: 'ReplayWebhook'; readonly after: number }
  | { readonly type: 'PingWebhook' }
  | { readonly type: 'ResendDelivery'; readonly position: number };

interface When {
  readonly now: Instant;
  readonly actor: Actor;
}

/** Decides about one endpoint. What is so already changes nothing and is no failure. */
export function decideWebhook(
  command: WebhookCommand,
  state: WebhookState,
  { now, actor }: When,
): Decision<WebhookEvent> {
  const done = { at: now, by: { userId: actor.userId, workerId: actor.workerId } };
  if (command.type === 'MakeWebhook') {
    const { type: _type, ...data } = command;
    return state.kind === 'none'
      ? accept({ type: 'WebhookMade', data: { ...data, ...done } })
      : reject('already_exists');
  }
  if (state.kind === 'none') return reject('not_found');
  return decideOn(command, state, done);
}

type Done = { readonly at: Instant; readonly by: Actor };

function decideOn(
  command: Exclude<WebhookCommand, { readonly type: 'MakeWebhook' }>,
  state: Webhook,
  done: Done,
): Decision<WebhookEvent> {
  switch (command.type) {
    case 'ChangeWebhook': {
      const wishes = wishesOf(command);
      const isSame = JSON.stringify(wishes) === JSON.stringify(state.wishes);
      return isSame ? accept() : accept({ type: 'WebhookChanged', data: { ...wishes, ...done } });
    }
    case 'SwitchWebhookOff':
      return state.off
        ? accept()
        : accept({ type: 'WebhookSwitchedOff', data: { why: command.why, ...done } });
    case 'SwitchWebhookOn':
      return state.off
        ? accept({ type: 'WebhookSwitchedOn', data: { after: command.after, ...done } })
        : accept();
    case 'RotateWebhookKey':
      return accept({ type: 'WebhookKeyRotated', data: { ...rotation(command, done.at), ...done } });
    case 'ReplayWebhook':
      return state.off
        ? reject('webhook_off')
        : accept({ type: 'WebhookReplayAsked', data: { after: command.after, ...done } });
    case 'PingWebhook':
      return accept({ type: 'WebhookPingAsked', data: done });
    case 'ResendDelivery':
      return state.off
        ? reject('webhook_off')
        : accept({ type: 'WebhookDeliveryAsked', data: { position: command.position, ...done } });
    default:
      return unreachable(command);
  }
}

const rotation = (
  { keyId, publicKey, overlapHours }: WebhookKey & { readonly overlapHours: number },
  at: Instant,
) => ({
  keyId,
  publicKey,
  previousUntil: toInstant(toMs(at) + overlapHours * HOUR_MS),
});

/** The columns of `webhook_row` but for version and position. */
export interface WebhookRow {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly scope_kind: string;
  readonly site_id: number | null;
  readonly off_why: string | null;
  readonly off_at: Instant | null;
  readonly starts: number;
  readonly jumps: number;
  readonly jump_after: number;
  readonly key_id: number;
  readonly public_key: string;
  readonly previous_key_id: number | null;
  readonly previous_public_key: string | null;
  readonly previous_until: Instant | null;
  readonly made_at: Instant;
  readonly made_by: number | null;
}

export function toWebhookRow(webhook: Webhook): WebhookRow {
  const { id, wishes, key, previousKey, off, starts, jumps, jumpAfter, madeAt, madeBy } = webhook;
  return {
    id,
    name: wishes.name,
    url: wishes.url,
    types: wishes.types,
    scope_kind: wishes.scope.kind,
    site_id: wishes.siteId,
    off_why: off?.why ?? null,
    off_at: off?.at ?? null,
    starts,
    jumps,
    jump_after: jumpAfter,
    key_id: key.keyId,
    public_key: key.publicKey,
    previous_key_id: previousKey?.keyId ?? null,
    previous_public_key: previousKey?.publicKey ?? null,
    previous_until: previousKey?.until ?? null,
    made_at: madeAt,
    made_by: madeBy.userId,
  };
}
