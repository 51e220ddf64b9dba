import { describe, expect, it } from 'vitest';
import { placeOf } from './place.ts';

const card = { width: 300, height: 160 };
const view = { width: 1440, height: 900 };

describe('the card of a tour step', () => {
  it('stands below its subject, at its beginning in the reading direction', () => {
    const search = { left: 400, top: 10, width: 500, height: 40 };
    expect(placeOf(search, card, view, false)).toEqual({ left: 400, top: 62 });
    expect(placeOf(search, card, view, true)).toEqual({ left: 600, top: 62 });
  });

  it('stands above a subject at the foot of the window', () => {
    expect(placeOf({ left: 20, top: 850, width: 100, height: 40 }, card, view, false).top).toBe(678);
  });

  it('stands beside a tall subject, on the side that has room', () => {
    expect(placeOf({ left: 0, top: 0, width: 240, height: 900 }, card, view, false).left).toBe(252);
    expect(placeOf({ left: 1200, top: 0, width: 240, height: 900 }, card, view, true).left).toBe(888);
  });

  it('never leaves the window', () => {
    const phone = { width: 390, height: 844 };
    const place = placeOf({ left: 340, top: 8, width: 40, height: 40 }, card, phone, false);
    expect(place.left + card.width).toBeLessThanOrEqual(390);
    const whole = placeOf({ left: 0, top: 60, width: 390, height: 780 }, card, phone, false);
    expect(whole).toEqual({ left: 45, top: 132 });
  });
});
