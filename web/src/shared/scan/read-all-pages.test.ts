import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { describe, expect, it } from 'vitest';
import type { ApiResponse } from '../../lib/api/client.ts';
import { readAllPages } from './use-scan-items.ts';

const PAGE = 200;
const pagesOf = (count: number) => {
  const asked: number[] = [];
  const all = Array.from({ length: count }, (_, index) => ({ id: index + 1 }) as ItemView);
  const read = (page: number) => {
    asked.push(page);
    const data = all.slice((page - 1) * PAGE, page * PAGE);
    return Promise.resolve({ data, total: count } as ApiResponse<ItemView[]>);
  };
  return { asked, read };
};

describe('the pieces at a bench', () => {
  it('are all there beyond the first two hundred', async () => {
    const { asked, read } = pagesOf(450);
    const rows = await readAllPages(read);
    expect(rows).toHaveLength(450);
    expect(asked).toEqual([1, 2, 3]);
  });

  it('are read once where one page holds them', async () => {
    for (const count of [0, 199, 200]) {
      const { asked, read } = pagesOf(count);
      expect(await readAllPages(read)).toHaveLength(count);
      expect(asked).toEqual([1]);
    }
  });
});
