import { deposit, LYN, newDeposit } from '@atelier/application/commands/testing-commands.ts';
import { contactsResponse, type ContactView } from '@atelier/contracts/reference/schema.ts';
import type { Contact } from '@atelier/domain/deposit/events.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';
import type { PersonName } from '../testing/testing-api.ts';
import { dataOf } from '../testing/testing-reply.ts';

let calls: Calls;
const LUCIE: Partial<Contact> = {
  firstName: 'Lucie',
  lastName: 'Comptoir',
  email: 'lucie.comptoir@house.test',
  phoneCode: '33',
  phone: '699887766',
};
beforeAll(async () => {
  calls = await openCalls(['paris', 'tokyo', 'factory', 'admin']);
  await typedIn(LUCIE);
  await typedIn({ ...LUCIE, email: 'LUCIE.COMPTOIR@house.test' });
  await typedIn({ ...LUCIE, firstName: 'Léon', email: 'leon@house.test' }, LYN);
  await calls.api.world.settle();
});
afterAll(() => calls.api.close());

async function typedIn(contact: Partial<Contact>, storeId?: number, customerId: number | null = null) {
  const given = await newDeposit(calls.api.world);
  const where = storeId === undefined ? {} : { storeId };
  return deposit(calls.services, {
    ...given,
    ...where,
    customerId,
    contact: { ...given.contact, ...contact },
  });
}

const search = async (who: PersonName, keyword: string): Promise<readonly ContactView[]> =>
  dataOf(contactsResponse.shape.data, await calls.call(who, 'POST', '/search_contact', { keyword }));
const called = (found: readonly ContactView[]) =>
  found.map(({ firstname, deposits }) => [firstname, deposits]);

describe('a client who was typed in at the counter', () => {
  it.each([
    'lucie.comptoir@house.test',
    'Lucie.Comptoir@HOUSE.test',
    'Comptoir',
    'lucie comp',
    '+33 6 99 88 77 66',
  ])('is found by %s, once, with their deposits', async (keyword) => {
    const found = await search('paris', keyword);
    expect(called(found)).toEqual([['Lucie', 2]]);
    expect(found[0]).toMatchObject({ id: null, home_site_id: 1, phone_code: '33', phone: '699887766' });
    expect(found[0]?.rma_id).toBeGreaterThan(0);
  });

  it('is not sent to other shops and factories, and all are found by administrators', async () => {
    for (const who of ['tokyo', 'factory'] as const) {
      const found = await calls.call(who, 'POST', '/search_contact', {
        keyword: 'lucie.comptoir@house.test',
      });
      expect(found.status === 403 ? [] : found.data).toEqual([]);
    }
    expect(
      called(await search('admin', '0699887766')).toSorted(([a], [b]) =>
        String(a).localeCompare(String(b), 'en'),
      ),
    ).toEqual([
      ['Léon', 1],
      ['Lucie', 2],
    ]);
  });

  it('is the client of the register who has this name and address', async () => {
    const [first] = await search('paris', 'an');
    const registered =
      (await search('paris', 'an')).find(({ id, email }) => id !== null && email !== null) ?? first;
    if (registered?.id == null || registered.email === null) throw new Error('Paris knows nobody');
    const { firstname: firstName, lastname: lastName, email } = registered;
    await typedIn({ firstName, lastName, email: email.toUpperCase() });
    await typedIn({ firstName, lastName, email }, undefined, registered.id);
    await calls.api.world.settle();
    const found = (await search('paris', email)).filter((each) => each.lastname === lastName);
    expect(found).toMatchObject([{ id: registered.id, rma_id: null, deposits: registered.deposits + 2 }]);
  });
});
