// @vitest-environment jsdom
import { Status } from '@atelier/domain/shared/status.ts';
import { useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { read } from '../lib/api/client.ts';
import { heldItem, readRows, useLiveRows, useRows } from './rows.ts';
import { openScreen, shownItem } from './testing-screen.tsx';

const MINUTE = 60_000;
const queryKey = ['board'];

/** A wall board: what stands at one stage, of everything that moves on its site. */
function Board() {
  const { data } = useQuery({
    queryKey,
    queryFn: () => readRows('item', () => read('/rmalist')),
  });
  useLiveRows({
    kind: 'item',
    queryKey,
    topics: ['site:3'],
    accepts: ({ rma_status_id: status }) => status === Status.RepairProcess,
  });
  return <output>{useRows('item', data?.ids).length}</output>;
}

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;

function Screen() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button onClick={() => setOpen(false)}>close</button>
      {isOpen && <Board />}
    </>
  );
}

afterEach(() => {
  opened?.close();
});

it('holds what it shows, however much passes by, and what it has shown for as long as its list is kept', async () => {
  const rows = [shownItem(1), shownItem(2)];
  opened = await openScreen(<Screen />, (path) => (path === '/rmalist' ? rows : undefined));
  const { wire, settle } = opened;
  const passing = Array.from({ length: 2_000 }, (_, index) => index + 10);
  for (const id of passing)
    wire().say({
      type: 'change',
      topic: 'site:3',
      epoch: 'e1',
      position: 100 + id,
      rows: [{ kind: 'item', ...shownItem(id, { rma_status_id: Status.RepairQC }) }],
    });
  await settle();
  const held = () => passing.filter((id) => heldItem(id) !== undefined).length;
  expect(held()).toBe(passing.length);
  vi.advanceTimersByTime(2 * MINUTE);
  expect(held()).toBe(0);
  expect(screen.getByRole('status').textContent).toBe('2');
  // The user looks elsewhere and comes back: the list is still cached, and so are its rows.
  act(() => screen.getByRole('button').click());
  vi.advanceTimersByTime(2 * MINUTE);
  expect([heldItem(1)?.id, heldItem(2)?.id]).toEqual([1, 2]);
});
