// @vitest-environment jsdom
import type { ScanView } from '@atelier/contracts/repair/schema.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { act, screen } from '@testing-library/react';
import { Profiler, useEffect, useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openScreen, shownItem } from '../../live/testing-screen.tsx';
import { PiecesPanel } from './pieces-panel.tsx';
import type { QueuedScan } from '@atelier/browser-sync/scans/queued-scan.ts';
import { sendScan } from './send-scan.ts';
import { stageOf } from './stage-of.ts';
import { useScanItems } from './use-scan-items.ts';

const painted: string[] = [];
// Every row shows its picture: React's Profiler around it reports each time the row paints.
vi.mock('../item/piece-image.tsx', () => ({
  PieceImage: ({ src }: { src: string }) => (
    <Profiler id={src} onRender={(id) => painted.push(id)}>
      <i />
    </Profiler>
  ),
}));

const SITE = 3;
const STAGE = Status.RepairQC;
const nothing = (): undefined => undefined;
const NO_CODES: ReadonlySet<string> = new Set();
const item = (id: number, over: Partial<ItemView> = {}) =>
  shownItem(id, {
    rma_status_id: Status.RepairProcess,
    scanned_targets: [],
    last_scan: null,
    fee_missing: false,
    custody: { kind: 'site', site_id: SITE } as unknown as ItemView['custody'],
    ...over,
  });
const scanned = { version: 2, scanned_targets: [STAGE] };

type List = ReturnType<typeof useScanItems>;
let list: List;
let setWaiting: (codes: ReadonlySet<string>) => void = nothing;

/** The list of a bench, as its screen draws it. */
function Bench() {
  const stage = stageOf(STAGE);
  if (stage === null) throw new Error('the stage has no scanning screen');
  const held = useScanItems(stage, null);
  const [waiting, wait] = useState(NO_CODES);
  useEffect(() => {
    list = held;
    setWaiting = wait;
  }, [held]);
  return (
    <PiecesPanel
      shipment={held.shipment}
      lines={held.lines}
      target={STAGE}
      waiting={waiting}
      selectedId={null}
      onSelect={nothing}
      query={held.query}
    />
  );
}

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => {
  opened?.close();
  opened = undefined;
});

async function openBench(rows: ItemView[], ofScan?: () => unknown) {
  opened = await openScreen(
    <MemoryRouter>
      <Bench />
    </MemoryRouter>,
    (path) => (path === '/rmalist' ? rows : path === '/scan' ? ofScan?.() : undefined),
  );
  const { wire, settle } = opened;
  let position = 100;
  const say = async (
    status: number,
    rowsNow: ItemView[],
    removed: { id: number; version: number }[] = [],
  ): Promise<void> => {
    painted.length = 0;
    position += 1;
    wire().say({
      type: 'change',
      topic: `stage:${SITE}:${status}`,
      epoch: 'e1',
      position,
      rows: rowsNow.map((row) => ({ kind: 'item' as const, ...row })),
      removed: removed.map((one) => ({ kind: 'item' as const, ...one })),
    });
    await settle();
  };
  return say;
}

const ids = () => list.lines.map((line) => line.item.id).toSorted((a, b) => a - b);
const rowOf = (id: number) => screen.getByTestId('scan-lines').querySelector(`[data-row="${id}"]`);

describe('a scanning list', () => {
  it('paints one row of 5,000 when one item changes', async () => {
    const say = await openBench(Array.from({ length: 5_000 }, (_, index) => item(index + 1)));
    expect(new Set(painted).size).toBeGreaterThan(30);
    await say(Status.RepairProcess, [item(20, { version: 2, product_name: 'Polished ring' })]);
    expect(rowOf(20)?.textContent).toContain('Polished ring');
    expect([...new Set(painted)]).toEqual(['/item-20.jpg']);
  });

  it('marks the piece whose scan is on its way, and paints no row for it', async () => {
    const pieces = Array.from({ length: 50 }, (_, index) => item(index + 1));
    await openBench(pieces);
    painted.length = 0;
    const words = () => rowOf(20)?.querySelector('.mark')?.textContent;
    const before = words();
    act(() => setWaiting(new Set([pieces[19]?.number ?? ''])));
    expect(words()).not.toBe(before);
    expect(painted).toEqual([]);
    act(() => setWaiting(new Set()));
    expect(words()).toBe(before);
  });

  it('keeps a piece that moved on, whichever topic says so first', async () => {
    const say = await openBench([item(1), item(2)]);
    const moved = (id: number) => item(id, { version: 6, rma_status_id: STAGE });
    await say(STAGE, [moved(1)]);
    await say(Status.RepairProcess, [], [{ id: 1, version: 6 }]);
    await say(Status.RepairProcess, [], [{ id: 2, version: 6 }]);
    await say(STAGE, [moved(2)]);
    expect(ids()).toEqual([1, 2]);
    expect(list.lines.every(({ isSaved }) => isSaved)).toBe(true);
  });

  it('drops pieces that left to a topic not read here, and adds pieces that reach the stage', async () => {
    const say = await openBench([item(1), item(2)]);
    await say(Status.RepairProcess, [item(3)], [{ id: 2, version: 6 }]);
    await say(STAGE, [item(9, { rma_status_id: STAGE })]);
    expect(ids()).toEqual([1, 3]);
  });
});

describe('a scanning list takes in what was scanned', () => {
  const scan = { target: STAGE, trackingNo: null } as unknown as QueuedScan;
  const merge = async (made: QueuedScan, verdict: ScanView['verdict'], row: ItemView, epoch = 'e1') => {
    act(() => list.merge(made, { verdict, item: row } as ScanView, epoch));
    await opened?.settle();
  };

  it('when it is accepted, also a piece that only just came', async () => {
    await openBench([item(1), item(2)]);
    await merge(scan, 'accepted', item(3, scanned));
    expect(ids()).toEqual([1, 2, 3]);
  });

  it.each(['wrong_package', 'wrong_stage', 'already_done', 'held', 'cancelled', 'unknown'] as const)(
    'never as an expected piece when the verdict is %s',
    async (verdict) => {
      await openBench([item(1), item(2)]);
      await merge(scan, verdict, item(3, scanned));
      expect(ids()).toEqual([1, 2]);
    },
  );

  it('never from a scan that waited for its connection and belongs to another package or stage', async () => {
    await openBench([item(1), item(2)]);
    for (const other of [{ trackingNo: 'BOX-2' }, { target: Status.IncomingCheck }])
      await merge({ ...scan, ...other }, 'accepted', item(3, scanned));
    expect(ids()).toEqual([1, 2]);
  });

  it('and brings a line that stands there up to date, whatever the verdict', async () => {
    await openBench([item(1), item(2)]);
    await merge(scan, 'already_done', item(1, scanned));
    expect(list.lines.find((line) => line.item.id === 1)?.isScanned).toBe(true);
    await merge(scan, 'already_done', item(1, { version: 1 }));
    expect(list.lines.find((line) => line.item.id === 1)?.isScanned).toBe(true);
    expect(ids()).toEqual([1, 2]);
  });

  it('but no row of an epoch that ended before the answer came', async () => {
    const inNewEpoch = (version: number) => ({
      type: 'change' as const,
      topic: `stage:${SITE}:${Status.RepairProcess}`,
      epoch: 'e2',
      position: version,
      rows: [{ kind: 'item' as const, ...item(1, { version, product_name: `v${version}` }) }],
    });
    await openBench([item(1)], () => {
      opened?.wire().say(inNewEpoch(1));
      return { verdict: 'already_done', item: item(1, { ...scanned, version: 9 }) };
    });
    const result = await sendScan({ ...scan, key: 'k', code: 'R1', occurredAt: '2026-01-01T00:00:00Z' });
    if (result.kind !== 'answer') throw new Error('the scan was not answered');
    await merge(scan, result.view.verdict, result.view.item as ItemView, result.epoch);
    expect(list.lines[0]).toMatchObject({ isScanned: false, item: { version: 1 } });
    opened?.wire().say(inNewEpoch(2));
    await opened?.settle();
    expect(list.lines[0]?.item).toMatchObject({ version: 2, product_name: 'v2' });
  });
});
