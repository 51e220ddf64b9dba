import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { putRow } from './put-row.ts';

it('a saved row stands in every list that holds it, and nothing else changes', () => {
  const client = new QueryClient();
  const other = { ID: 2, version: 7 };
  client.setQueryData(['workers', 'list', 1], { data: [{ ID: 1, version: 3 }, other], total: 2 });
  client.setQueryData(['workers', 'list', 2], { data: [other], total: 2 });
  client.setQueryData(['workers', 'roles'], { data: [{ ID: 1, version: 3 }] });
  const row = { ID: 1, version: 4 };

  putRow(client, { queryKey: ['workers', 'list'], row, isSame: ({ ID }) => ID === row.ID });

  expect(client.getQueryData(['workers', 'list', 1])).toEqual({ data: [row, other], total: 2 });
  expect(client.getQueryData(['workers', 'list', 2])).toEqual({ data: [other], total: 2 });
  expect(client.getQueryData(['workers', 'roles'])).toEqual({ data: [{ ID: 1, version: 3 }] });
});
