import { STEPS } from '@atelier/domain/repair/item/moves.ts';
import { STATUSES } from '@atelier/domain/shared/status.ts';
import { describe, expect, it } from 'vitest';
import { courseOf, curveOf, linesOf, MAP, middleOf, mirrored, NODE, placeOf, thicknessOf } from './layout.ts';

const all = STATUSES.map(({ id }) => ({ id, ...placeOf(id) }));
const isInside = ({ x, y }: { x: number; y: number }) =>
  x >= 0 && x <= MAP.width && y >= 0 && y <= MAP.height;

describe('the places of statuses', () => {
  it('lie inside the drawing and cover no other', () => {
    for (const one of all) {
      expect(isInside({ x: one.x - NODE.width / 2, y: one.y - NODE.height / 2 })).toBe(true);
      expect(isInside({ x: one.x + NODE.width / 2, y: one.y + NODE.height / 2 })).toBe(true);
      for (const other of all.filter(({ id }) => id !== one.id)) {
        const isApart = Math.abs(one.x - other.x) >= NODE.width || Math.abs(one.y - other.y) >= NODE.height;
        expect([one.id, other.id, isApart]).toEqual([one.id, other.id, true]);
      }
    }
  });

  it('are the same from the right, mirrored', () => {
    expect(mirrored({ x: 100, y: 7 }, true)).toEqual({ x: MAP.width - 100, y: 7 });
    expect(mirrored({ x: 100, y: 7 }, false)).toEqual({ x: 100, y: 7 });
  });
});

describe('the line of an arc', () => {
  it('begins at the edge of one box and ends outside the other, for every step of the table', () => {
    for (const { from, to } of STEPS) {
      const [begin, , , end] = curveOf(from, to, 'step');
      const [a, b] = [placeOf(from), placeOf(to)];
      const touches =
        Math.abs(begin.x - a.x) === NODE.width / 2 || Math.abs(begin.y - a.y) === NODE.height / 2;
      const isOutside = Math.abs(end.x - b.x) > NODE.width / 2 || Math.abs(end.y - b.y) > NODE.height / 2;
      expect([from, to, touches, isOutside]).toEqual([from, to, true, true]);
      expect([from, to, isInside(middleOf(curveOf(from, to, 'step')))]).toEqual([from, to, true]);
    }
  });

  it('hangs below the row for a way back, and stands above it outside the rules', () => {
    expect(middleOf(curveOf(6, 4, 'back')).y).toBeGreaterThan(placeOf(6).y + NODE.height / 2);
    expect(middleOf(curveOf(4, 12, 'unlisted')).y).toBeLessThan(placeOf(4).y - NODE.height / 2);
    expect(middleOf(curveOf(4, 6, 'step')).y).toBeLessThan(placeOf(4).y - NODE.height / 2);
  });

  it('stays inside the drawing between any two statuses', () => {
    for (const path of ['step', 'back', 'unlisted'] as const)
      for (const from of all)
        for (const to of all.filter(({ id }) => id !== from.id)) {
          const curve = curveOf(from.id, to.id, path);
          expect([from.id, to.id, path, isInside(middleOf(curve))]).toEqual([from.id, to.id, path, true]);
        }
  });

  it('is straight between neighbours', () => {
    const [begin, , , end] = curveOf(4, 5, 'step');
    expect(begin.y).toBe(end.y);
    expect(curveOf(1, 2, 'step').map(({ x }) => Math.round(x))).toEqual([72, 72, 72, 72]);
    expect([courseOf(curveOf(4, 5, 'step')), courseOf(curveOf(1, 2, 'step'))]).toEqual(['across', 'down']);
    expect(courseOf(curveOf(4, 6, 'step'))).toBe('curved');
  });

  it('is the thicker the more moves it stands for', () => {
    expect(thicknessOf(10, 10)).toBe(13);
    expect(thicknessOf(5, 10)).toBeLessThan(thicknessOf(6, 10));
    expect(thicknessOf(0, 0)).toBe(1.4);
  });
});

it('breaks a long name between words', () => {
  expect(linesOf('Plating')).toEqual(['Plating']);
  expect(linesOf('Receive from shop')).toEqual(['Receive from', 'shop']);
  expect(linesOf('Internationalisation check')).toEqual(['Internationalisation', 'check']);
  expect(linesOf('アフターサービスの最終確認をする')).toEqual(['アフターサービスの最終確認をする']);
});
