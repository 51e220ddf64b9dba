// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { paperCall, paperFileName, rememberedSize, rememberSize, type PaperChoice } from './paper-order.ts';

const CHOICE: PaperChoice = { paper: 'label', size: '62x29', copies: 2, start: 5, language: 'fr' };

beforeEach(() => localStorage.clear());

describe('the call that draws a paper', () => {
  it('names pieces by their ids, and the first place only for a sheet', () => {
    const pieces = { kind: 'items', itemIds: [3, 4] } as const;
    expect(paperCall(pieces, CHOICE)).toEqual({
      method: 'POST',
      path: '/rma/label',
      body: { rma_item_ids: [3, 4], size: '62x29', copies: 2, language: 'fr' },
    });
    expect(paperCall(pieces, { ...CHOICE, size: 'a4-3x8' }, 2).body).toEqual({
      rma_item_ids: [3, 4],
      size: 'a4-3x8',
      copies: 2,
      start: 5,
      language: 'fr',
      format: 'png',
      page: 2,
    });
  });

  it('asks for a package’s lists by its number', () => {
    const box = { kind: 'package', tracking: 'T-1' } as const;
    expect(paperCall(box, { ...CHOICE, paper: 'customslist' })).toEqual({
      method: 'GET',
      path: '/package/customslist',
      query: { tracking_no: 'T-1', language: 'fr' },
    });
    expect(paperCall(box, { ...CHOICE, size: 'a4' }).body).toMatchObject({ rma_tracking: 'T-1', size: 'a4' });
  });
});

describe('a paper for the client', () => {
  it('is asked for by the piece or the deposit it belongs to, without size and copies', () => {
    expect(paperCall({ kind: 'handover', itemId: 3, language: 'fr' }, CHOICE)).toEqual({
      method: 'GET',
      path: '/item/3/handover',
      query: { language: 'fr' },
    });
    expect(paperCall({ kind: 'receipt', rmaId: 7, language: 'ja' }, CHOICE, 2)).toEqual({
      method: 'GET',
      path: '/rma/7/receipt',
      query: { language: 'fr', format: 'png', page: 2 },
    });
  });
});

it('a file is named after the paper and the package, never after a person', () => {
  expect(paperFileName({ kind: 'items', itemIds: [1] }, CHOICE)).toBe('labels.pdf');
  expect(paperFileName({ kind: 'package', tracking: 'A/B 包' }, { paper: 'packinglist' })).toBe(
    'packinglist-A-B-.pdf',
  );
  expect(paperFileName({ kind: 'receipt', rmaId: 7, language: 'ja' }, CHOICE)).toBe('receipt.pdf');
});

describe('the size', () => {
  it('is remembered on the device, apart for pieces and packages', () => {
    expect([rememberedSize('items'), rememberedSize('package')]).toEqual(['62x29', '100x150']);
    rememberSize('items', '57x32');
    rememberSize('package', 'a4');
    expect([rememberedSize('items'), rememberedSize('package')]).toEqual(['57x32', 'a4']);
  });

  it('is the usual one when what was kept fits no more', () => {
    rememberSize('items', 'a4');
    expect(rememberedSize('items')).toBe('62x29');
  });
});
