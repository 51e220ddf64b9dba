// @vitest-environment jsdom
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { memo, Profiler } from 'react';
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { read } from '../lib/api/client.ts';
import { readRows, useCountOf, useItem, useRows, useLiveRows } from './rows.ts';
import { openScreen, shownItem } from './testing-screen.tsx';

const ROWS = 5_000;
const queryKey = ['rows'];
const painted: string[] = [];
const note = (id: string) => void painted.push(id);

const Row = memo(function Row({ id }: { id: number }) {
  const item = useItem(id);
  return <li data-testid={`row-${id}`}>{item?.fullname}</li>;
});

function Totals({ ids }: { ids: readonly number[] }) {
  return <output>{useRows('item', ids).filter(({ holds }) => holds.length > 0).length}</output>;
}

const isHeld = ({ holds }: ItemView): boolean => holds.length > 0;

function HeldCount({ ids }: { ids: readonly number[] }) {
  return <b data-testid="held">{useCountOf('item', ids, isHeld)}</b>;
}

function Rows() {
  const { data } = useQuery({
    queryKey,
    queryFn: () => readRows('item', () => read('/rmalist')),
  });
  useLiveRows({ kind: 'item', queryKey, topics: ['site:3'], accepts: () => true });
  if (data === undefined) return null;
  return (
    <ul>
      {data.ids.map((id) => (
        <Profiler key={id} id={`row-${id}`} onRender={note}>
          <Row id={id} />
        </Profiler>
      ))}
      <Profiler id="totals" onRender={note}>
        <Totals ids={data.ids} />
      </Profiler>
      <Profiler id="count" onRender={note}>
        <HeldCount ids={data.ids} />
      </Profiler>
    </ul>
  );
}

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

it('paints one row, and what is read of all rows, when one of 5,000 items changes; a count when it is another', async () => {
  const rows = Array.from({ length: ROWS }, (_, index) => shownItem(index + 1));
  opened = await openScreen(<Rows />, (path) => (path === '/rmalist' ? rows : undefined));
  const { wire, settle } = opened;
  expect(new Set(painted).size).toBe(ROWS + 2);
  const say = async (version: number, over: Partial<ItemView>) => {
    painted.length = 0;
    const row = { kind: 'item' as const, ...shownItem(2_500, { version, ...over }) };
    wire().say({ type: 'change', topic: 'site:3', epoch: 'e1', position: 99 + version, rows: [row] });
    await settle();
  };
  await say(2, { fullname: 'Wei Lin' });
  expect(painted.toSorted()).toEqual(['row-2500', 'totals']);
  await say(3, { fullname: 'Mei Lin', holds: ['missing'] });
  expect(screen.getByTestId('row-2500').textContent).toBe('Mei Lin');
  expect(screen.getByRole('status').textContent).toBe('1');
  expect(screen.getByTestId('held').textContent).toBe('1');
  expect(painted.toSorted()).toEqual(['count', 'row-2500', 'totals']);
});
