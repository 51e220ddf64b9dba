import { expect, it } from 'vitest';
import { placesParam, readCapacityState } from './capacity-state.ts';

const read = (search: string) => readCapacityState(new URLSearchParams(search));

it('the address holds every change, and what makes no sense changes nothing', () => {
  expect(read('where=factory:31&places=5:3,7:&weekly=80&other=factory:32&share=25')).toEqual({
    where: 'factory:31',
    places: new Map([
      [5, 3],
      [7, null],
    ]),
    weekly: 80,
    other: 32,
    share: 25,
  });
  expect(read('places=5:0,99:3,6:x,4&weekly=-1&other=shop:1&share=900')).toEqual({
    where: '',
    places: new Map(),
    weekly: null,
    other: null,
    share: 10,
  });
});

it('a stage that is set back to what the log shows leaves the address', () => {
  const state = read('places=5:3,7:2');
  expect(placesParam(state, 5, '4', 2)).toBe('5:4,7:2');
  expect(placesParam(state, 5, '', 2)).toBe('5:,7:2');
  expect(placesParam(state, 5, '2', 2)).toBe('7:2');
  expect(placesParam(state, 5, '', null)).toBe('7:2');
  expect(placesParam(state, 5, 'x', 2)).toBe('7:2');
});
