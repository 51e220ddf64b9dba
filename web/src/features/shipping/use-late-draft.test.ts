import { describe, expect, it } from 'vitest';
import { lateDraft } from './use-packing-page.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const piece = (id: number, isLate: boolean, tracking = '') => ({
  id,
  tracking_number: tracking,
  shipment_id: tracking === '' ? null : 7,
  status_entered_at: '2026-11-10T12:00:00Z',
  due_at: isLate ? '2026-11-13T12:00:00Z' : '2026-11-23T12:00:00Z',
});

describe('late pieces to ship', () => {
  it('open the draft that holds most of them', () => {
    const rows = [
      piece(1, true, 'A'),
      piece(2, true, 'B'),
      piece(3, true, 'B'),
      piece(4, false, 'A'),
      piece(5, false, 'A'),
    ];
    expect(lateDraft(rows, NOW)).toEqual({ tracking: 'B' });
  });

  it('are chosen where no draft holds one of them', () => {
    expect(lateDraft([piece(1, true), piece(2, false, 'A'), piece(3, true)], NOW)).toEqual({ items: [1, 3] });
  });
});
