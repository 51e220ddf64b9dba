import { erasePerson } from '@atelier/application/privacy/erase-person.commands.ts';
import { TEST_NOW } from '@atelier/application/projections/testing.ts';
import { erasedResponse, type ErasedView } from '@atelier/contracts/privacy/schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScreen, type Cursor, type Screen } from '../live/testing-screen.ts';
import { bearer, signInAs } from '../testing/testing-api.ts';
import { depositOf, openPrivacyWorld, type PrivacyWorld } from './testing-privacy.ts';

let world: PrivacyWorld;
/** Who saw the pieces of this test, and who never did. */
const tokens = { admin: '', paris: '', tokyo: '', warehouse: '' };
type Reader = keyof typeof tokens;

beforeAll(async () => {
  world = await openPrivacyWorld();
  tokens.admin = world.tokens.asker;
  tokens.paris = world.tokens.shop;
  tokens.tokyo = await signInAs(world.node.app, 'tokyo');
  tokens.warehouse = await signInAs(world.node.app, 'warehouse');
});
afterAll(() => world.api.close());

/** A piece of a new person, handed back after its repair. */
async function handedBack() {
  const made = await depositOf(world, 'ada', { taken: true });
  return { ...made, customerRef: `rma-${made.rmaId}` };
}

const erase = (customerRef: string) =>
  erasePerson(world.services, {
    customerRefs: [customerRef],
    reason: 'customer_request',
    requestId: customerRef,
    now: new Date(TEST_NOW),
  });

async function erased(who: Reader, since?: string): Promise<ErasedView> {
  const url = `/api/privacy/erased${since === undefined ? '' : `?since=${since}`}`;
  const answer = await world.node.app.inject({ method: 'GET', url, headers: bearer(tokens[who]) });
  return erasedResponse.parse(answer.json()).data;
}

describe('GET /privacy/erased', () => {
  it('names the pieces and deposits of erased persons only to those who ever saw them', async () => {
    const { itemId, rmaId, customerRef } = await handedBack();
    const { until } = await erased('paris');
    await erase(customerRef);
    for (const who of ['admin', 'paris', 'warehouse'] as const) {
      const view = await erased(who, until);
      expect(view).toMatchObject({ everything: false, items: [itemId], rmas: [rmaId], customers: [] });
      expect(view.until > until).toBe(true);
    }
    expect(await erased('tokyo', until)).toMatchObject({ items: [], rmas: [], customers: [] });
  });

  it('names none that were erased well before', async () => {
    const { customerRef, itemId } = await handedBack();
    await erase(customerRef);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect((await erased('admin')).items).toContain(itemId);
    expect((await erased('admin', later)).items).toEqual([]);
  });

  it('refuses a moment that is none, with its field', async () => {
    const answer = await world.node.app.inject({
      method: 'GET',
      url: '/api/privacy/erased?since=yesterday',
      headers: bearer(tokens.admin),
    });
    expect(answer.json()).toMatchObject({ success: false, errors: [{ path: 'since' }] });
  });
});

describe('a screen', () => {
  const notices = (screen: Screen) =>
    screen.changes.flatMap(({ rows }) => rows.filter(({ kind }) => kind === 'erasure'));

  it('receives that a person was erased, with a position only', async () => {
    const { customerRef } = await handedBack();
    const screen = await openScreen(world.node.app, tokens.tokyo, ['erasures']);
    const { position } = await erase(customerRef);
    const [row] = await screen.until(() => {
      const rows = notices(screen);
      return rows.length > 0 ? rows : undefined;
    }, 'the erasure');
    expect(Object.keys(row ?? {}).toSorted()).toEqual(['id', 'kind', 'version']);
    expect(row?.version).toBeLessThanOrEqual(position);
    screen.socket.close();
  });

  it('that was cut off meanwhile is sent it when it comes back', async () => {
    const { customerRef } = await handedBack();
    const first = await openScreen(world.node.app, tokens.paris, ['erasures']);
    const cursor: Cursor = await first.until(() => first.cursor, 'a cursor');
    first.socket.terminate();
    await erase(customerRef);
    const back = await openScreen(world.node.app, tokens.paris, ['erasures'], cursor);
    expect(await back.until(() => notices(back)[0], 'what it missed')).toMatchObject({ kind: 'erasure' });
    back.socket.close();
  });
});

describe('a remark about a piece whose customer was erased', () => {
  it('is refused in words: it could not be kept', async () => {
    const { itemId, customerRef } = await handedBack();
    await erase(customerRef);
    const answer = await world.node.app.inject({
      method: 'POST',
      url: '/api/shopcomment',
      headers: { ...bearer(tokens.paris), 'idempotency-key': `late-${itemId}` },
      payload: { id: itemId, comment: 'call her after six' },
    });
    expect(answer.json()).toMatchObject({ success: false, code: 'person_erased' });
  });
});
