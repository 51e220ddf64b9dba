import { expect, test } from 'vitest';
import { SCREENS as ROUTES } from '../../web/src/app/routes.ts';
import { GUIDES } from '../../web/src/features/system/docs/guides/guides.ts';
import { GUIDE_PICTURES } from './guide-pictures.ts';
import { PREPARED } from './prepared.ts';
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

test('every state that the design shows has a picture, with what proves that it was reached', () => {
  const names =
    'bench-accepted bench-bring-back bench-offline bench-wrong-stage deposit-done deposit-marks deposit-pieces ' +
    'deposit-sign figures-pieces final-qc-complete pickup-loan thread';
  expect(PREPARED.map(({ name }) => name).toSorted()).toEqual(names.split(' '));
  expect(PREPARED.filter(({ shows }) => shows === '')).toEqual([]);
});

test('every picture that a guide names can be taken, and no other', () => {
  const named = GUIDES.flatMap(({ tasks }) => tasks.flatMap(({ picture }) => picture ?? []));
  expect(GUIDE_PICTURES.map(({ name }) => name).toSorted()).toEqual([...new Set(named)].toSorted());
});
