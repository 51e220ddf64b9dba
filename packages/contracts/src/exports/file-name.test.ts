import { expect, it } from 'vitest';
import { exportFileName } from './file-name.ts';

it('names a file by its list, its site and its day', () => {
  const day = '2026-11-27';
  expect(exportFileName({ type: 'list', format: 'xlsx', site: 'PAR', day })).toBe(
    'repair-list-PAR-2026-11-27.xlsx',
  );
  expect(exportFileName({ type: 'events', format: 'csv', site: null, day })).toBe(
    'log-events-2026-11-27.csv',
  );
});
