// @vitest-environment jsdom
import { Status } from '@atelier/domain/shared/status.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openScreen, shownItem } from '../../live/testing-screen.tsx';
import { countsOf, type ScanLine } from './scan-lines.ts';
import { ScanMeter } from './scan-meter.tsx';

const PATIENCE = { timeout: 20_000 };
const TARGET = Status.RepairQC;
const scanned = (id: number, by: string): ScanLine => ({
  item: shownItem(id, {
    last_scan: {
      target: TARGET,
      verdict: 'accepted',
      at: '2026-11-01T08:00:00Z',
      by,
    },
  }),
  isScanned: true,
  isSaved: false,
});
const mine = scanned(1, 'Bench');
const theirs = [scanned(2, 'Chen'), scanned(3, 'Wang')];
const unscanned: ScanLine = { item: shownItem(4), isScanned: false, isSaved: false };

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
const close = () => {
  opened?.close();
  opened = undefined;
};
afterEach(close);

type Props = Parameters<typeof ScanMeter>[0];

/** The bench keeps what is asked. */
function Meter(props: Omit<Props, 'asked' | 'onAsk'>) {
  const [asked, onAsk] = useState<Props['asked']>(null);
  return <ScanMeter {...props} asked={asked} onAsk={onAsk} />;
}

async function open(unsaved: readonly ScanLine[], more: Partial<Props> = {}) {
  const run = vi.fn<(lines: readonly ScanLine[]) => Promise<boolean>>(() => Promise.resolve(true));
  const meter = (
    <Meter
      onScan={() => undefined}
      counts={countsOf([...unsaved, unscanned])}
      queued={0}
      target={TARGET}
      isReading={false}
      isInvestigated={false}
      isStrict={false}
      unsaved={unsaved}
      namePieces={(lines) => <p data-testid="asked">{lines.map(({ item }) => item.id).join()}</p>}
      isBusy={false}
      onSend={() => undefined}
      onValidate={run}
      onComplete={run}
      onClearAll={run}
      {...more}
    />
  );
  opened = await openScreen(meter, () => undefined);
  return run;
}

/** The window's own code is loaded with the first question. */
const found = (testId: string) => vi.waitFor(() => screen.getByTestId(testId), PATIENCE);

async function press(testId: string): Promise<void> {
  const button = await found(testId);
  await act(async () => void fireEvent.click(button));
}

const taken = (run: Awaited<ReturnType<typeof open>>) => run.mock.calls[0]?.[0].map(({ item }) => item.id);

describe('a question about unsaved scans', () => {
  it.each(['validate', 'complete', 'clear-all'])(
    '%s takes the own ones, and says what stays',
    async (button) => {
      const run = await open([mine, ...theirs]);
      await press(button);
      expect((await found('asked')).textContent).toBe('1');
      await press('confirm-accept');
      expect(taken(run)).toEqual([1]);
    },
  );

  it('takes those of colleagues where they are chosen', async () => {
    const run = await open([mine, ...theirs]);
    await press('complete');
    await press('whose-all');
    expect((await found('asked')).textContent).toBe('1,2,3');
    await press('confirm-accept');
    expect(taken(run)).toEqual([1, 2, 3]);
  });

  it('offers no choice where all are one’s own, and names the others where none is', async () => {
    await open([mine]);
    await press('complete');
    expect(screen.queryByTestId('whose-own')).toBeNull();
    close();
    await open(theirs);
    await press('complete');
    expect(screen.getByTestId('scans-of-others').textContent).toBeTruthy();
    expect((await found('asked')).textContent).toBe('2,3');
  });

  it('completes a package whole', async () => {
    const run = await open([mine, ...theirs], { completing: { title: 'Package', body: null } });
    await press('complete');
    expect(screen.queryByTestId('whose-own')).toBeNull();
    await press('confirm-accept');
    expect(taken(run)).toEqual([1, 2, 3]);
  });
});
