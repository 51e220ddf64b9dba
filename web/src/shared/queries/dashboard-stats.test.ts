import { describe, expect, it } from 'vitest';
import { patchStats } from './dashboard-stats.ts';

const answer = {
  status: 200,
  success: true,
  code: 'ok',
  message: '',
  etag: null,
  notModified: false,
  data: {
    ready_to_ship: 1,
    ready_to_ship_over_72h: 0,
    waiting_for_customer: 2,
    waiting_for_customer_over_week: 0,
    sent_to_warehouse: 0,
    in_transit: 0,
    to_call: 0,
    call_escalated: 0,
    in_factory: 0,
    total: 3,
    next_flip_at: null,
    position: 10,
    as_of: '',
  },
};

describe('counters laid over a reading', () => {
  it('are taken when newer', () => {
    expect(patchStats(answer, { counters: { position: 11, ready_to_ship: 5 } }).data).toMatchObject({
      ready_to_ship: 5,
      total: 3,
      position: 11,
    });
  });

  it('change nothing when older or absent', () => {
    expect(patchStats(answer, { counters: { position: 9, ready_to_ship: 5 } })).toBe(answer);
    expect(patchStats(answer, { counters: undefined })).toBe(answer);
  });
});
