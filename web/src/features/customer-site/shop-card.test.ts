import { describe, expect, it } from 'vitest';
import { daysOf, mapOf } from './shop-card.tsx';

const shop = { phone: '', address: '14 place Vendôme, 75001 Paris', opening_hours: '', map_url: null };

describe('how to find the shop', () => {
  it('names its days in the reader’s language', () => {
    const span = { firstDay: 1, lastDay: 6, from: '10:00', to: '19:00' };
    expect(daysOf(span, 'en')).toBe('Mon – Sat');
    expect(daysOf(span, 'fr')).toBe('lun. – sam.');
    expect(daysOf({ ...span, firstDay: 7, lastDay: 7 }, 'zh-CN')).toBe('周日');
  });

  it('shows the map it names, else a search for its address', () => {
    const map_url = 'https://maps.example/paris';
    expect(mapOf({ shopName: 'Paris Vendôme', shop: { ...shop, map_url } })).toBe(map_url);
    const found = new URL(mapOf({ shopName: 'Paris Vendôme', shop }));
    expect(found.searchParams.get('query')).toBe('Paris Vendôme, 14 place Vendôme, 75001 Paris');
  });
});
