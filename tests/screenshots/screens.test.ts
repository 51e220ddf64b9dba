import { expect, test } from 'vitest';
import { matchRoutes } from 'react-router-dom';
import { SCREENS as ROUTES } from '../../web/src/app/routes.ts';
import { SCREENS } from './screens.ts';

test('every route has a screen in the pictures', () => {
  const addresses = SCREENS.map(({ path }) => path.split('?', 1).join());
  const isShown = (route: string): boolean =>
    addresses.some((address) => matchRoutes([{ path: route }], address) !== null);
  expect(ROUTES.map(({ path }) => path).filter((path) => !isShown(path))).toEqual([]);
});

test('no two pictures have one name', () => {
  expect(new Set(SCREENS.map(({ name }) => name)).size).toBe(SCREENS.length);
});
