// @vitest-environment jsdom
import type { ShipmentView } from '@atelier/contracts/shipping/schema.ts';
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { openScreen } from '../../live/testing-screen.tsx';
import { useInbound, useOutbound } from './packages.ts';

/** The test's screen stands at site 3. */
const HERE = { id: 3, code: 'FSZ', name: 'Shenzhen', kind: 'factory' };
const THERE = { id: 8, code: 'PAR', name: 'Paris', kind: 'shop' };

const box = (id: number, over: Partial<ShipmentView>): ShipmentView =>
  ({
    id,
    version: 1,
    tracking_no: `T${id}`,
    state: 'Sent',
    from: THERE,
    to: HERE,
    sent_at: '2026-11-01T00:00:00Z',
    ...over,
  }) as ShipmentView;

function Lists() {
  const words = (rows: readonly ShipmentView[]) =>
    rows.map((row) => `${row.tracking_no} ${row.state}`).join();
  return (
    <>
      <output data-testid="inbound">{words(useInbound().rows)}</output>
      <output data-testid="outbound">{words(useOutbound().rows)}</output>
    </>
  );
}

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

it('takes packages from live changes, each into its list and out of it, without reading a list again', async () => {
  let readings = 0;
  opened = await openScreen(<Lists />, (path, query) => {
    if (path !== '/packages') return undefined;
    readings += 1;
    if (query.includes('direction=inbound')) return [box(1, {})];
    return [box(2, { from: HERE, to: THERE, state: 'Draft', sent_at: null })];
  });
  const { wire, settle } = opened;
  const text = (id: string) => screen.getByTestId(id).textContent;
  expect([text('inbound'), text('outbound')]).toEqual(['T1 Sent', 'T2 Draft']);
  const before = readings;
  const say = async (position: number, ...rows: ShipmentView[]) => {
    wire().say({
      type: 'change',
      topic: 'site:3',
      epoch: 'e1',
      position,
      rows: rows.map((row) => ({ kind: 'shipment', ...row })),
    });
    await settle();
  };

  await say(101, box(1, { version: 2, state: 'PartlyReceived' }), box(3, {}));
  await say(
    102,
    box(2, { version: 2, from: HERE, to: THERE }),
    box(4, { from: HERE, to: null, state: 'Draft' }),
  );
  expect([text('inbound'), text('outbound')]).toEqual(['T3 Sent,T1 PartlyReceived', 'T4 Draft,T2 Sent']);

  await say(
    103,
    box(1, { version: 3, state: 'Received' }),
    box(2, { version: 3, from: HERE, to: THERE, state: 'Received' }),
  );
  expect([text('inbound'), text('outbound')]).toEqual(['T3 Sent,T1 Received', 'T4 Draft']);
  expect(readings).toBe(before);
});
