import { expect, it } from 'vitest';
import { OpenScreens, STEPS } from './open-screens.ts';
import type { LiveConnection } from './connection.ts';

/** As much of a connection as is asked for here. */
const screenOf = (sessionId: string): LiveConnection =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  ({ principal: { sessionId } }) as unknown as LiveConnection;

it('has every screen in exactly one share, all shares of the same size', () => {
  const screens = new OpenScreens();
  const added = Array.from({ length: STEPS * 3 }, () => screenOf('one'));
  for (const screen of added) screens.add(screen);
  const shares = Array.from({ length: STEPS }, (_, step) => [...screens.share(step)]);
  expect(shares.map(({ length }) => length)).toEqual(shares.map(() => 3));
  expect(new Set(shares.flat())).toEqual(new Set(added));
  expect(screens.share(STEPS + 7)).toBe(screens.share(7));
});

it('knows the screens of a session, and forgets those that left', () => {
  const screens = new OpenScreens();
  const [one, other, foreign] = [screenOf('one'), screenOf('one'), screenOf('two')];
  for (const screen of [one, other, foreign]) screens.add(screen);
  screens.remove(one);
  expect([...screens.ofSession('one')]).toEqual([other]);
  expect([...screens.ofSession('no-person')]).toEqual([]);
  expect([...screens.all]).toEqual([other, foreign]);
  expect(Array.from({ length: STEPS }, (_, step) => [...screens.share(step)]).flat()).not.toContain(one);
});
