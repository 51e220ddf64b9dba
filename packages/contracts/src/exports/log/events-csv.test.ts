import { expect, it } from 'vitest';
import { EVENTS_CSV_HEAD, eventCsvLine } from './events-csv.ts';
import { logged } from './testing-logged.ts';

it('says whom and what an event concerns by number, and its facts as JSON', () => {
  const line = eventCsvLine(
    logged('item-42', 'ItemStatusChanged', { from: 1, to: 2, move: 'forward', reason: 'Mrs Byron asked' }),
  );
  expect(EVENTS_CSV_HEAD.split(',')).toHaveLength(16);
  expect(line).toBe(
    '9,2026-11-20T10:00:00.250000Z,2026-11-20T09:59:59.000Z,item-42,1,3f0e7c1a-0000-4000-8000-000000000001,' +
      'ItemStatusChanged,user,7,12,20,c-1,42,,,"{""move"":""forward"",""from"":1,""to"":2}"\r\n',
  );
});

it('has one head for every language', () => {
  expect(EVENTS_CSV_HEAD.trim()).toBe(
    'position,recorded_at,occurred_at,stream,version,event_id,type,actor_kind,actor_id,worker_id,site_id,command_id,' +
      'items,rmas,shipments,facts',
  );
});

it('names every piece of a package that was sent', () => {
  const line = eventCsvLine(logged('shipment-77', 'ShipmentSent', { itemIds: [42, 43] }));
  expect(line).toContain(',42 43,,77,');
});
