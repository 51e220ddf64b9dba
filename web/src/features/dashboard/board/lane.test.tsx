// @vitest-environment jsdom
import type { BoardColumn } from '@atelier/contracts/dashboard/schema.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { screen } from '@testing-library/react';
import { Profiler } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openScreen, shownItem } from '../../../live/testing-screen.tsx';
import { Lane } from './lane.tsx';

const painted: string[] = [];
// Every card shows its picture: React's Profiler around it reports each time the card paints.
vi.mock('../../../shared/item/piece-image.tsx', () => ({
  PieceImage: ({ src }: { src: string }) => (
    <Profiler id={src} onRender={(id) => painted.push(id)}>
      <i />
    </Profiler>
  ),
}));

const SITE = 3;
const STAGE = Status.RepairProcess;
const NEXT = Status.RepairQC;
const topic = `stage:${SITE}:${STAGE}`;
const column: BoardColumn = {
  rma_status_id: STAGE,
  count: 0,
  wip_limit: null,
  target_hours: null,
  late: 0,
  oldest_entered_at: null,
};
const nothing = (): undefined => undefined;
const item = (id: number, over: Partial<ItemView> = {}) => shownItem(id, { rma_status_id: STAGE, ...over });

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => {
  opened?.close();
  opened = undefined;
});

async function openLane(rows: () => ItemView[]) {
  opened = await openScreen(
    <MemoryRouter>
      <Lane
        siteId={SITE}
        column={column}
        activeId={null}
        onActive={nothing}
        onOpen={nothing}
        onIds={nothing}
      />
    </MemoryRouter>,
    (path) => (path.startsWith('/operationrmabystatus/') ? rows() : undefined),
  );
  const { wire, settle } = opened;
  let position = 100;
  const say = async (rowsNow: ItemView[], removed: { id: number; version: number }[] = [], epoch = 'e1') => {
    painted.length = 0;
    position += 1;
    wire().say({
      type: 'change',
      topic,
      epoch,
      position,
      rows: rowsNow.map((row) => ({ kind: 'item' as const, ...row })),
      removed: removed.map((one) => ({ kind: 'item' as const, ...one })),
    });
    await settle();
  };
  return { say, ...opened };
}

const cards = () => screen.getAllByRole('option').map((card) => card.dataset['testid']?.replace('card-', ''));

describe('a lane of the board', () => {
  it('paints one card of 5,000 when one item changes', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => item(index + 1));
    const { say } = await openLane(() => rows);
    const inSight = new Set(painted).size;
    expect(inSight).toBeGreaterThan(30);
    await say([item(20, { version: 2, product_name: 'Polished ring' })]);
    expect(screen.getByTestId('card-R20').textContent).toContain('Polished ring');
    expect([...new Set(painted)]).toEqual(['/item-20.jpg']);
  });

  it('draws a card once for a change of its piece, and not when it washes or stands higher in its lane', async () => {
    const { say } = await openLane(() => [item(1), item(2), item(3)]);
    await say([item(2, { version: 2, product_name: 'Polished ring' })]);
    expect(screen.getByTestId('card-R2').className).toContain('fresh');
    expect(painted).toEqual(['/item-2.jpg']);
    await say([], [{ id: 1, version: 1 }]);
    expect(cards()).toEqual(['R2', 'R3']);
    expect(painted).toEqual([]);
  });

  it('paints nothing for a version that is not newer', async () => {
    const { say } = await openLane(() => [item(1, { version: 5 }), item(2)]);
    await say([item(1, { version: 4, product_name: 'Older' }), item(2)]);
    expect(painted).toEqual([]);
    expect(screen.getByTestId('card-R1').textContent).not.toContain('Older');
  });

  it('lets an item in at its place, and out when it moves on or is gone', async () => {
    const { say } = await openLane(() => [item(1), item(2), item(4)]);
    await say([item(3)]);
    expect(cards()).toEqual(['R1', 'R2', 'R3', 'R4']);
    await say([item(1, { version: 2, rma_status_id: NEXT })]);
    await say([], [{ id: 4, version: 1 }]);
    expect(cards()).toEqual(['R2', 'R3']);
  });

  it('moves a card whose order changed', async () => {
    const { say } = await openLane(() => [item(1), item(2), item(3)]);
    await say([item(1, { version: 2, status_entered_at: '2026-02-01T00:00:00.000Z' })]);
    expect(cards()).toEqual(['R2', 'R3', 'R1']);
  });

  it('reads again after a resync, and keeps what is newer than the reading', async () => {
    let rows = [item(1), item(2)];
    const { say, wire, settle } = await openLane(() => rows);
    await say([item(2, { version: 9, product_name: 'Newest' })]);
    rows = [item(2, { version: 8, product_name: 'Late' }), item(3)];
    wire().say({ type: 'resync', topics: [topic] });
    await settle();
    expect(cards()).toEqual(['R2', 'R3']);
    expect(screen.getByTestId('card-R2').textContent).toContain('Newest');
  });

  it('takes the lower versions of another history', async () => {
    let rows = [item(1, { version: 9 })];
    const { say } = await openLane(() => rows);
    rows = [item(1, { version: 2, product_name: 'Restored' })];
    await say([item(1, { version: 2, product_name: 'Restored' })], [], 'e2');
    expect(screen.getByTestId('card-R1').textContent).toContain('Restored');
  });
});
