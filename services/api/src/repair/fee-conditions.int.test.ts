import { FEE_CONDITIONS_VERSION } from '@atelier/domain/repair/item/fee-link-contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCalls, type Calls } from '../testing/testing-calls.ts';
import { FeeLinks } from './testing-fee-links.ts';

let calls: Calls;
let links: FeeLinks;
beforeAll(async () => {
  calls = await openCalls(['paris', 'warehouse', 'admin']);
  links = new FeeLinks(calls);
});
afterAll(() => calls.api.close());

describe('the conditions of a fee (product/repair.md §12.1)', () => {
  it('shows the brand’s own conditions in the reader’s language, and takes no answer under others', async () => {
    const token = await links.linkTo(await links.asked());
    const of = (mark: string) => ({
      en: `One ${mark}.\n\n Two. `,
      'zh-CN': 'b',
      'zh-TW': 'c',
      fr: 'Un.',
      es: 'e',
      ja: 'f',
      ar: 'g',
    });
    const configure = (value: unknown) =>
      calls.call('admin', 'PUT', '/system/config', { key: 'fee_conditions', value, reason: 'our lawyers' });
    const read = (language: string) => links.view(token, language);
    expect((await read('en')).conditions_text).toBeNull();

    expect(await configure({ en: 'Only one.' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'value', code: 'text_missing' }] },
    });
    expect((await configure(of('1'))).status).toBe(200);
    await expect.poll(async () => (await read('en')).conditions_text).toEqual(['One 1.', 'Two.']);
    expect((await read('fr')).conditions_text).toEqual(['Un.']);
    expect((await links.answered(token)).json()).toMatchObject({
      errors: [{ path: 'conditions', code: 'conditions_changed' }],
    });

    const { conditions } = await read('en');
    expect(conditions).toMatch(/^own-[0-9a-f]{12}$/);
    expect((await configure(of('2'))).status).toBe(200);
    await expect.poll(async () => (await read('en')).conditions).not.toBe(conditions);
    const newest = (await read('en')).conditions;
    expect((await links.answered(token, { conditions: newest })).json()).toMatchObject({
      data: { standing: 'approved' },
    });
    expect((await configure(null)).status).toBe(200);
    await expect.poll(async () => (await read('en')).conditions).toBe(FEE_CONDITIONS_VERSION);
  });
});
