import { revokeSessions } from '@atelier/application/identity/sessions.commands.ts';
import { changeUser } from '@atelier/application/identity/accounts.commands.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  openApiWorld,
  signInAs,
  testMetadata,
  type ApiNode,
  type ApiWorld,
  type PersonName,
} from '../testing/testing-api.ts';
import { Screen, liveUrl, openScreen, ticketFor } from './testing-screen.ts';

let api: ApiWorld;
let node: ApiNode;
const screens: Screen[] = [];
const tokens = new Map<PersonName, string>();

beforeAll(async () => {
  api = await openApiWorld();
  node = await api.node({ live: true });
  for (const name of ['paris'] as const) {
    tokens.set(name, await signInAs(node.app, name));
  }
});
afterEach(() => screens.splice(0).forEach((screen) => screen.socket.terminate()));
afterAll(() => api.close());

describe('the door', () => {
  const knock = async (headers: Record<string, string> = {}): Promise<Screen> => {
    const screen = new Screen(liveUrl(node.app), headers);
    screens.push(screen);
    await screen.opened();
    return screen;
  };

  it('opens to a ticket once', async () => {
    const ticket = await ticketFor(node.app, tokens.get('paris') ?? '');
    const [first, second] = [await knock(), await knock()];
    first.send({ type: 'hello', ticket });
    await first.frame('welcome');
    second.send({ type: 'hello', ticket });
    expect(await second.whenClosed()).toMatchObject({ code: 4401 });
  });

  it.each([
    ['an invented ticket', { type: 'hello', ticket: 'x'.repeat(43) }, 4401],
    ['a subscription before the hello', { type: 'subscribe', topics: ['jobs'] }, 4401],
    ['a frame that is not of the wire', { type: 'shout', text: 'hello' }, 1008],
    ['a frame with more than its fields', { type: 'hello', ticket: 'x', admin: true }, 1008],
  ])('closes to %s', async (_what, frame, code) => {
    const screen = await knock();
    screen.send(frame);
    expect(await screen.whenClosed()).toMatchObject({ code });
  });

  it('closes to bytes that are no frame', async () => {
    const screen = await knock();
    screen.socket.send(Buffer.from([1, 2, 3]));
    expect(await screen.whenClosed()).toMatchObject({ code: 1008 });
  });

  it('closes to a page of another origin', async () => {
    const screen = await knock({ origin: 'https://elsewhere.test' });
    expect(await screen.whenClosed()).toMatchObject({ code: 4403 });
  });

  it('opens to a page of the same origin', async () => {
    const screen = await knock({ origin: new URL(liveUrl(node.app)).origin.replace('ws', 'http') });
    screen.send({ type: 'hello', ticket: await ticketFor(node.app, tokens.get('paris') ?? '') });
    expect(await screen.frame('welcome')).toMatchObject({ epoch: node.deps.live?.hub.epoch });
  });

  it('is not a page', async () => {
    const answer = await node.app.inject({ method: 'GET', url: '/api/live' });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  });
});

describe('a session that ends', () => {
  it('closes its screens on every node', async () => {
    const other = await api.node({ live: true });
    const token = await signInAs(node.app, 'auditor');
    const here = await openScreen(node.app, token, []);
    const there = await openScreen(other.app, token, []);
    screens.push(here, there);
    await revokeSessions(api.world.db, { userId: api.users.auditor }, new Date());
    expect(await here.whenClosed()).toMatchObject({ code: 4499 });
    expect(await there.whenClosed()).toMatchObject({ code: 4499 });
    await other.close();
  });

  it('closes them when the account is deactivated', async () => {
    const token = await signInAs(node.app, 'auditor');
    const screen = await openScreen(node.app, token, []);
    screens.push(screen);
    const metadata = testMetadata();
    await changeUser(api.world.store, api.users.auditor, { type: 'DeactivateUser' }, { metadata });
    expect(await screen.whenClosed()).toMatchObject({ code: 4499 });
    await changeUser(api.world.store, api.users.auditor, { type: 'ReactivateUser' }, { metadata });
  });
});
