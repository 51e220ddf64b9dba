// @vitest-environment jsdom
import { fitFlow } from '@atelier/domain/insight/simulation/fit-flow.ts';
import type { FlowModel } from '@atelier/domain/insight/simulation/flow-model.ts';
import { episodesOfBench } from '@atelier/domain/insight/simulation/testing-bench.ts';
import { fireEvent, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openScreen } from '../../../live/testing-screen.tsx';
import { Screen } from './capacity.screen.tsx';
import type { Capacity } from './simulated.ts';

// Both ask for the direction of a language that this test does not load.
vi.mock('../filters.tsx', () => ({ MomentFilter: () => null }));
vi.mock('../bars.tsx', () => ({ Bars: () => null }));

const WEEKS = 80;
const POLISH = 5;
let capacity: Capacity;

beforeAll(async () => {
  const bench = { places: 6, meanHours: 8, perWeek: 100, weeks: WEEKS };
  const model = await fitFlow(episodesOfBench(bench), new Date(WEEKS * 168 * 3_600_000).toISOString());
  if (model === null) throw new Error('too few pieces');
  capacity = capacityOf(model);
});

const capacityOf = ({ at, stages, weekly, parcels, hours, lives, check }: FlowModel): Capacity => ({
  learnt_at: at,
  weekly,
  parcels: [...parcels],
  hours: [...hours],
  stages: stages.map(({ stage, places }) => ({ rma_status_id: stage, places })),
  lives: lives.map(({ hour, steps }) => ({ hour, steps: [...steps] })),
  check,
});

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => {
  opened?.close();
  opened = undefined;
});

function Address() {
  return <i data-testid="address">{useLocation().search}</i>;
}

async function open(answer: Capacity | null, search = '') {
  opened = await openScreen(
    <MemoryRouter initialEntries={[`/insight/capacity?where=factory:31${search}`]}>
      <Screen />
      <Address />
    </MemoryRouter>,
    (path) => (path === '/insight/capacity' ? answer : undefined),
  );
}

const lead = () => screen.getByTestId('capacity-lead').textContent;
const address = () => screen.getByTestId('address').textContent;

describe('the capacity of a factory (product/insight.md §8)', () => {
  it('shows its error, what the log says of each stage, and what a change would do', async () => {
    await open(capacity);
    expect(screen.getByTestId('capacity-error').textContent).toMatch(/^\d/);
    const field = screen.getByTestId<HTMLInputElement>(`places-${POLISH}`);
    expect(field.value).toBe('6');
    const asItIs = lead();
    fireEvent.blur(field, { target: { value: '5' } });
    expect(address()).toContain('places=5%3A5');
    expect(lead()).not.toBe(asItIs);
    fireEvent.click(screen.getByTestId('capacity-reset'));
    expect(address()).not.toContain('places');
    expect(lead()).toBe(asItIs);
  });

  it('offers no change where the simulation is off by more than 5 %, or was not checked', async () => {
    const { check } = capacity;
    if (check === null) throw new Error('not checked');
    const off = { ...check, simulated: { ...check.simulated, p85: check.real.p85 * 1.06 } };
    await open({ ...capacity, check: off });
    expect(screen.getByTestId('capacity-refused')).toBeTruthy();
    expect(screen.queryByTestId('capacity-change')).toBeNull();
    opened?.close();
    await open({ ...capacity, check: null });
    expect(screen.getByTestId('capacity-unchecked')).toBeTruthy();
    expect(screen.queryByTestId('capacity-change')).toBeNull();
  });

  it('says when too few pieces have come', async () => {
    await open(null);
    expect(screen.getByTestId('capacity-too-little')).toBeTruthy();
  });
});
