import { expect, it } from 'vitest';
import { radarFilters, readRadarState } from './use-radar-state.ts';

const read = (query: string) => readRadarState(new URLSearchParams(query));

it('reads the filters and the alarm from the address', () => {
  const state = read('line=Aurore&reason=3&factory=31&state=settled&alarm=12');
  expect(state).toEqual({ line: 'Aurore', reason: '3', factory: '31', state: 'settled', alarm: 12 });
  expect(radarFilters(state)).toEqual({ line: 'Aurore', reason_id: 3, factory_id: 31 });
});

it('takes what cannot be an id for none', () => {
  const state = read('reason=x&factory=-3&state=new&alarm=1e9');
  expect(state).toEqual({ line: '', reason: '', factory: '', state: '', alarm: null });
  expect(radarFilters(state)).toEqual({});
});
