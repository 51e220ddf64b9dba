// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { itemSource } from '../../live/rows.ts';
import { openScreen, shownItem } from '../../live/testing-screen.tsx';
import { VirtualTable } from '@atelier/ui/tables/virtual-table.tsx';
import { useListColumns } from './list-columns.tsx';
import { EMPTY_LIST_STATE } from './list-state.ts';
import { useItemPages } from './use-item-pages.ts';
import { SelectionContext, useSelection } from './use-selection.ts';

const painted: string[] = [];
// Every row shows its picture: React's Profiler around it reports each time the row paints.
vi.mock('../../shared/item/piece-image.tsx', () => ({
  PieceImage: ({ src }: { src: string }) => (
    <Profiler id={src} onRender={(id) => painted.push(id)}>
      <i />
    </Profiler>
  ),
}));

const idOf = (id: number): number => id;

/** The table of the list screen, without the bars around it. */
function List() {
  const list = useItemPages('operation', EMPTY_LIST_STATE);
  const selection = useSelection(list.ids);
  const { store } = selection;
  const columns = useListColumns({
    audience: 'operation',
    isWide: true,
    hide: EMPTY_LIST_STATE.hide,
    store,
  });
  return (
    <SelectionContext value={selection}>
      <VirtualTable
        label="List"
        columns={columns}
        rows={list.ids}
        rowKey={idOf}
        source={itemSource}
        rowHeight={56}
      />
    </SelectionContext>
  );
}

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

it('paints one row of 5,000 when one item changes', async () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => shownItem(index + 1));
  opened = await openScreen(<List />, (path) => (path === '/operationrma' ? rows : undefined));
  const { wire, settle } = opened;
  expect(new Set(painted).size).toBeGreaterThan(30);
  painted.length = 0;
  const frame = { type: 'change', topic: 'site:3', epoch: 'e1' } as const;
  wire().say({
    ...frame,
    position: 101,
    rows: [{ kind: 'item', ...shownItem(20, { version: 2, fullname: 'Mei Lin' }) }],
  });
  await settle();
  expect(screen.getByText('Mei Lin')).toBeDefined();
  expect([...new Set(painted)]).toEqual(['/item-20.jpg']);
});
