// @vitest-environment jsdom
import { Status } from '@atelier/domain/shared/status.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { fireEvent, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { openScreen, shownItem } from '../../live/testing-screen.tsx';
import { CandidatesPanel } from './candidates-panel.tsx';
import { KINDS } from './queries.ts';
import { useCandidates } from './use-packing.ts';

const painted: string[] = [];
// Every row shows its picture: React's Profiler around it reports each time the row paints.
vi.mock('../../shared/item/piece-image.tsx', () => ({
  PieceImage: ({ src }: { src: string }) => (
    <Profiler id={src} onRender={(id) => painted.push(id)}>
      <i />
    </Profiler>
  ),
}));

const SITE = 3;
const STAGE = Status.RepairDone;
const topic = `stage:${SITE}:${STAGE}`;
const item = (id: number, over: Partial<ItemView> = {}) =>
  shownItem(id, {
    rma_status_id: STAGE,
    shipment_id: null,
    custody: { kind: 'site', site_id: SITE } as unknown as ItemView['custody'],
    ...over,
  });
const added = vi.fn<(ids: readonly number[]) => void>();
const NONE: ReadonlySet<number> = new Set();

function Candidates() {
  const { query, rows } = useCandidates(KINDS.store);
  return (
    <CandidatesPanel
      title="Ready"
      emptyTitle="Nothing"
      query={query}
      rows={rows}
      withStore
      preselected={NONE}
      blocked={undefined}
      isBusy={false}
      onAdd={added}
      move={{ run: () => undefined, isBusy: false }}
    />
  );
}

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => {
  opened?.close();
  added.mockReset();
});

it('paints one row of 200 when one item changes, and the row that is chosen', async () => {
  const rows = Array.from({ length: 200 }, (_, index) => item(index + 1));
  opened = await openScreen(
    <MemoryRouter>
      <Candidates />
    </MemoryRouter>,
    (path) => (path === '/rmalist' ? rows : undefined),
  );
  const { wire, settle } = opened;
  expect(new Set(painted).size).toBe(200);
  painted.length = 0;
  const frame = { type: 'change', topic, epoch: 'e1' } as const;
  const changed = item(20, { version: 2, product_name: 'Polished ring' });
  wire().say({ ...frame, position: 101, rows: [{ kind: 'item', ...changed }] });
  await settle();
  expect(screen.getByTestId('candidate-R20').textContent).toContain('Polished ring');
  expect([...new Set(painted)]).toEqual(['/item-20.jpg']);
  painted.length = 0;
  fireEvent.click(screen.getAllByRole('checkbox')[6] as HTMLElement);
  expect([...new Set(painted)]).toEqual(['/item-7.jpg']);
  fireEvent.click(screen.getByTestId('add-selected'));
  expect(added).toHaveBeenCalledWith([7]);
});
