import { expect, test } from 'vitest';
import { SCREENS as ROUTES } from '../../web/src/app/routes.ts';
import { GUIDES } from '../../web/src/features/system/docs/guides/guides.ts';
import { GUIDE_PICTURES } from './guide-pictures.ts';
import { SCREENS } from './screens.ts';

test('every route has a screen in the pictures', () => {
  const addresses = SCREENS.map(({ path }) => path.split('?', 1).join());
  const isShown = (route: string): boolean => {
    const pattern = new RegExp(`^${route.replaceAll(/:[^/]+/g, '[^/]+')}/?$`, 'u');
    return addresses.some((address) => pattern.test(address));
  };
  expect(ROUTES.map(({ path }) => path).filter((path) => !isShown(path))).toEqual([]);
});

test('no two pictures have one name', () => {
  expect(new Set(SCREENS.map(({ name }) => name)).size).toBe(SCREENS.length);
});

test('every picture that a guide names can be taken, and no other', () => {
  const named = GUIDES.flatMap(({ tasks }) => tasks.flatMap(({ picture }) => picture ?? []));
  expect(GUIDE_PICTURES.map(({ name }) => name).toSorted()).toEqual([...new Set(named)].toSorted());
});
