// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import insight from '@atelier/contracts/locales/en/insight.json' with { type: 'json' };
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openScreen } from '../../../live/testing-screen.tsx';
import type { Throughput } from './flow-queries.ts';
import { ThroughputPanel } from './throughput-panel.tsx';

const week = { monday: '2026-11-16', done: [2], forecast: null, held: 0, tried: 0 };
const stageOf = (rma_status_id: number, count: number) => ({
  rma_status_id,
  count,
  weeks: [{ week: '2026-11-09', count }],
});
const stages = [stageOf(5, 61), stageOf(6, 13)];
const WORKERS: Throughput['workers'] = [
  { rma_status_id: 5, spread: { workers: 7, p25: 6, median: 8, p75: 11 } },
  { rma_status_id: 6, spread: null },
];

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { insight } } }));

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => {
  opened?.close();
  opened = undefined;
});

async function open(workers: Throughput['workers']) {
  const query = { site_id: 31, from: '2026-11-01', to: '2026-11-20' };
  opened = await openScreen(
    <MemoryRouter>
      <ThroughputPanel query={query} open={() => undefined} openPiece={() => undefined} />
    </MemoryRouter>,
    (path) => (path === '/insight/throughput' ? { stages, workers, week } : undefined),
  );
  return screen.getByTestId('figure-throughput').textContent;
}

describe('the throughput of a site (product/insight.md §4)', () => {
  it('says nothing of workers where the site is not listed', async () => {
    const shown = await open(null);
    expect(shown).toContain('61');
    expect(shown).toContain('Stages, never persons.');
    expect(shown).not.toMatch(/worker|five people/i);
  });

  it('says how pieces spread over five workers and more, and that fewer are not shown', async () => {
    const shown = await open(WORKERS);
    expect(shown).toContain('Pieces per worker');
    expect(shown).toContain('8 (6–11)');
    expect(shown?.match(/fewer than five people/g)).toHaveLength(1);
  });
});
