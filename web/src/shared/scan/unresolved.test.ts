import { describe, expect, it } from 'vitest';
import type { QueuedScan } from '@atelier/browser-sync/scans/queued-scan.ts';
import { unresolvedIn } from './unresolved.ts';

const scan = (over: Partial<QueuedScan>): QueuedScan =>
  ({
    code: 'PAR-000001',
    trackingNo: 'BOX-1',
    packing: { into: 'basket', itemId: 1, factory: 30 },
    state: 'waiting',
    wasOffline: false,
    ...over,
  }) as QueuedScan;
const anywhere = () => true;

describe('unresolved scans of a package', () => {
  it('are those that wait for the connection and those that were refused', () => {
    const late = scan({ wasOffline: true });
    const refused = scan({ state: 'conflict', wasOffline: true });
    expect(unresolvedIn([late, refused], anywhere)).toEqual({
      waiting: [late],
      refused: [refused],
      isAsking: false,
    });
  });

  it('count one that is on its way to the server as a question', () => {
    expect(unresolvedIn([scan({})], anywhere)).toEqual({ waiting: [], refused: [], isAsking: true });
  });

  it('leave out scans of a stage, of another package and of another basket', () => {
    const { packing, ...ofStage } = scan({ wasOffline: true });
    expect(packing).toBeDefined();
    expect(unresolvedIn([ofStage], anywhere).waiting).toEqual([]);
    const isOther = unresolvedIn([scan({ wasOffline: true })], (_order, no) => no === 'BOX-2');
    expect(isOther.waiting).toEqual([]);
  });
});
