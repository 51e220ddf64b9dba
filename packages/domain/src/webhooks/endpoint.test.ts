import { describe, expect, it } from 'vitest';
import {
  decideWebhook,
  evolveWebhook,
  initialWebhook,
  toWebhookRow,
  type WebhookCommand,
  type WebhookState,
} from './endpoint.ts';
import type { WebhookEvent } from './events.ts';

const now = '2026-11-23T08:00:00.000Z';
const actor = { userId: 7, workerId: null };
const wishes = {
  name: 'Web shop',
  url: 'https://hooks.example/in',
  types: ['piece.created'],
  siteId: 1,
  scope: { kind: 'store', siteId: 1 },
} as const;
const make: WebhookCommand = {
  type: 'MakeWebhook',
  webhookId: 90,
  ...wishes,
  keyId: 5,
  publicKey: 'whpk_a',
  after: 100,
};

function after(...commands: readonly WebhookCommand[]): {
  state: WebhookState;
  events: readonly WebhookEvent[];
} {
  let state: WebhookState = initialWebhook;
  const all: WebhookEvent[] = [];
  for (const command of commands) {
    const decision = decideWebhook(command, state, { now, actor });
    if (!decision.ok) throw new Error(decision.rejection.code);
    all.push(...decision.events);
    state = decision.events.reduce(evolveWebhook, state);
  }
  return { state, events: all };
}
const rowAfter = (...commands: readonly WebhookCommand[]) => {
  const { state } = after(make, ...commands);
  if (state.kind === 'none') throw new Error('there is none');
  return toWebhookRow(state);
};
const refusal = (command: WebhookCommand, state: WebhookState) => {
  const decision = decideWebhook(command, state, { now, actor });
  return decision.ok ? undefined : decision.rejection.code;
};
const off: WebhookCommand = { type: 'SwitchWebhookOff', why: 'person' };

describe('an endpoint', () => {
  it('begins behind the end of the log, on, with one key', () => {
    expect(rowAfter()).toEqual({
      id: 90,
      name: 'Web shop',
      url: 'https://hooks.example/in',
      types: ['piece.created'],
      scope_kind: 'store',
      site_id: 1,
      off_why: null,
      off_at: null,
      starts: 1,
      jumps: 1,
      jump_after: 100,
      key_id: 5,
      public_key: 'whpk_a',
      previous_key_id: null,
      previous_public_key: null,
      previous_until: null,
      made_at: now,
      made_by: 7,
    });
  });

  it('is made once, and nothing is asked of one that was not made', () => {
    expect(refusal(make, after(make).state)).toBe('already_exists');
    for (const type of ['PingWebhook', 'SwitchWebhookOff', 'SwitchWebhookOn', 'ReplayWebhook'] as const)
      expect(refusal({ type, why: 'person', after: 1 }, initialWebhook)).toBe('not_found');
  });

  it('that is changed begins again where it is, and the same settings are no change', () => {
    const url = 'https://hooks.example/other';
    expect(rowAfter({ type: 'ChangeWebhook', ...wishes, url })).toMatchObject({ url, starts: 2, jumps: 1 });
    expect(after(make, { type: 'ChangeWebhook', ...wishes }).events).toHaveLength(1);
  });

  it('is switched off once, with why, and on once', () => {
    expect(rowAfter(off, { ...off, why: 'gone' })).toMatchObject({
      off_why: 'person',
      off_at: now,
      starts: 1,
    });
    expect(after(make, off, { ...off, why: 'gone' }).events).toHaveLength(2);
    const on: WebhookCommand = { type: 'SwitchWebhookOn', after: null };
    expect(after(make, on).events).toHaveLength(1);
    expect(rowAfter(off, on)).toMatchObject({ off_why: null, starts: 2, jumps: 1, jump_after: 100 });
  });

  it('that is switched on goes on where it stopped, or from a position on', () => {
    expect(rowAfter(off, { type: 'SwitchWebhookOn', after: 140 })).toMatchObject({
      starts: 2,
      jumps: 2,
      jump_after: 140,
    });
  });

  it('is replayed from a position, also from the first one, but not while it is off', () => {
    expect(rowAfter({ type: 'ReplayWebhook', after: 0 })).toMatchObject({
      starts: 2,
      jumps: 2,
      jump_after: 0,
    });
    expect(refusal({ type: 'ReplayWebhook', after: 0 }, after(make, off).state)).toBe('webhook_off');
  });

  it('signs by its old key too for as many hours as were said, and by no older one', () => {
    const rotate = (keyId: number, overlapHours: number): WebhookCommand => ({
      type: 'RotateWebhookKey',
      keyId,
      publicKey: `whpk_${keyId}`,
      overlapHours,
    });
    expect(rowAfter(rotate(6, 24))).toMatchObject({
      key_id: 6,
      public_key: 'whpk_6',
      previous_key_id: 5,
      previous_public_key: 'whpk_a',
      previous_until: '2026-11-24T08:00:00.000Z',
    });
    expect(rowAfter(rotate(6, 24), rotate(7, 0))).toMatchObject({
      key_id: 7,
      previous_key_id: 6,
      previous_until: now,
    });
  });

  it('is tested at any time, which changes nothing of it', () => {
    const { state, events } = after(make, off, { type: 'PingWebhook' });
    expect(events.at(-1)).toEqual({ type: 'WebhookPingAsked', data: { at: now, by: actor } });
    expect(state).toEqual(after(make, off).state);
  });
});
