// @vitest-environment jsdom
import { DAY_MS } from '@atelier/domain/kernel.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { KEPT_DAYS } from '@atelier/browser-sync/drafts/draft-names.ts';
import type { Erased } from '../../lib/erased/holders.ts';
import { readSealed, writeSealed } from '@atelier/browser-sync/storage/vault.ts';
import { forgetOld, forgetStored } from './forget-stored.ts';
import { fakeIndexedDb } from './testing-device.ts';

const NOW = 100 * DAY_MS;
const nobody: Erased = { everything: false, items: new Set(), rmas: new Set(), customers: new Set() };
const piece7: Erased = { ...nobody, items: new Set([7]) };

const FINDINGS = 'atelier.drafts.worker-2.findings.19.7';
const OTHERS = 'atelier.drafts.user-1.measures.4.8';
const IMPORT = 'atelier.drafts.user-1.import-product.7';
const DEPOSIT = 'atelier.draft.create-rma.1';
const REMARKS = 'atelier.remarks.1';

const remark = (itemId: number, at = NOW) => ({
  key: `k${itemId}`,
  itemId,
  audience: 'shop',
  comment: 'call Ada after six',
  email: '',
  at: new Date(at).toISOString(),
  refusal: null,
});
const draft = (at = NOW) => ({ at, value: 'Design Issue' });
const deposit = (customer: number | null, at?: number) => ({
  shape: 2,
  ...(at !== undefined && { at }),
  values: { customer_id: customer, firstname: 'Ada', email: '', phone: '', items: [{}] },
});
const keep = (name: string, value: unknown) => writeSealed(localStorage, name, value);
const kept = (name: string) => readSealed<unknown>(localStorage, name);

beforeEach(async () => {
  vi.stubGlobal('indexedDB', fakeIndexedDb());
  localStorage.clear();
  await keep(FINDINGS, draft());
  await keep(OTHERS, draft());
  await keep(IMPORT, draft());
  await keep(DEPOSIT, deposit(42));
  await keep(REMARKS, [remark(7), remark(8)]);
});

describe('what lies on a device', () => {
  it('of an erased piece is removed, for every author, and of no other', async () => {
    expect(await forgetStored(piece7)).toEqual({ drafts: 1, remarks: 1, deposit: false });
    expect(localStorage.getItem(FINDINGS)).toBeNull();
    expect(await kept(OTHERS)).toEqual(draft());
    expect(await kept(IMPORT)).toEqual(draft());
    expect(await kept(DEPOSIT)).toEqual(deposit(42));
  });

  it('of an unsent remark leaves that it was not sent, and none of its words', async () => {
    await forgetStored(piece7);
    expect(await kept(REMARKS)).toEqual([{ ...remark(7), comment: '', refusal: 'person_erased' }, remark(8)]);
  });

  it('of a deposit goes with its customer', async () => {
    const erased = { ...nobody, customers: new Set([42]) };
    expect(await forgetStored({ ...nobody, customers: new Set([43]) })).toMatchObject({ deposit: false });
    expect(await forgetStored(erased)).toEqual({ drafts: 0, remarks: 0, deposit: true });
    expect(localStorage.getItem(DEPOSIT)).toBeNull();
  });

  it('of a deposit goes with its client who is known by an address alone', async () => {
    await keep(DEPOSIT, {
      shape: 2,
      values: { customer_id: null, email: ' Ada@forget.test', phone: '', items: [{}] },
    });
    expect(await forgetStored(nobody, new Set(['bea@forget.test']))).toMatchObject({ deposit: false });
    expect(await forgetStored(nobody, new Set(['ada@forget.test']))).toMatchObject({ deposit: true });
    expect(localStorage.getItem(DEPOSIT)).toBeNull();
  });

  it('is taken from behind what is being written', async () => {
    void keep(REMARKS, [remark(7), remark(9)]);
    await forgetStored(piece7);
    expect(JSON.stringify(await kept(REMARKS))).toMatch(/"itemId":7.*"comment":"".*"itemId":9/);
  });

  it('goes as a whole where more were erased than could be named, but for products', async () => {
    await forgetStored({ ...nobody, everything: true });
    expect(Object.keys(localStorage).toSorted()).toEqual([IMPORT, REMARKS]);
    expect(JSON.stringify(await kept(REMARKS))).not.toContain('Ada');
  });

  it(`goes after ${KEPT_DAYS} days, whosever it is`, async () => {
    const old = NOW - KEPT_DAYS * DAY_MS - 1;
    await keep(FINDINGS, draft(old));
    await keep(DEPOSIT, deposit(null, old));
    await keep(REMARKS, [remark(7, old), remark(8)]);
    await forgetOld(NOW);
    expect(localStorage.getItem(FINDINGS)).toBeNull();
    expect(localStorage.getItem(DEPOSIT)).toBeNull();
    expect(await kept(REMARKS)).toEqual([remark(8)]);
    expect(await kept(OTHERS)).toEqual(draft());
  });

  it('without a date begins its days now', async () => {
    await forgetOld(NOW);
    expect(await kept(DEPOSIT)).toEqual(deposit(42, NOW));
    await forgetOld(NOW + (KEPT_DAYS + 1) * DAY_MS);
    expect(localStorage.getItem(DEPOSIT)).toBeNull();
  });
});
