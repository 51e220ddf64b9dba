// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { ListRow, PagedTable } from './paged-table.tsx';
import type { DrawnQuery } from './query-view.tsx';

afterEach(cleanup);

interface Answer {
  readonly data: readonly string[];
}

const read: DrawnQuery<Answer> = {
  data: { data: ['one', 'two'] },
  isPending: false,
  isError: false,
  error: null,
  refetch: () => undefined,
};
const failure = { isError: true, error: new ApiError('network', { status: 0 }) };

const draw = (part: Partial<DrawnQuery<Answer>> & { isPlaceholderData?: boolean }) =>
  render(
    <PagedTable
      query={{ ...read, ...part }}
      skeleton={{ rows: 3 }}
      failed="the rows could not be read"
      empty={<p>nothing here</p>}
      foot={<p>the pager</p>}
      testId="rows"
    >
      {(row) => (
        <ListRow key={row} className="row" testId={`row-${row}`}>
          {row}
        </ListRow>
      )}
    </PagedTable>,
  );

describe('a list', () => {
  it('draws its rows and the pager', () => {
    draw({});
    expect(screen.getByTestId('rows').textContent).toBe('onetwo');
    expect(screen.getByText('the pager')).toBeDefined();
  });

  it('draws neither rows nor words during the first load', () => {
    const { container } = draw({ data: undefined, isPending: true });
    expect(screen.queryByTestId('rows')).toBeNull();
    expect(container.querySelector('[aria-busy="true"]')).not.toBeNull();
  });

  it('says what failed and reads again when asked', () => {
    const refetch = vi.fn<() => void>();
    draw({ ...failure, data: undefined, refetch });
    expect(screen.getByRole('alert').textContent).toContain('the rows could not be read');
    fireEvent.click(screen.getByRole('button'));
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('keeps the rows it has when reading them again fails', () => {
    draw(failure);
    expect(screen.getByTestId('row-two')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says that there is nothing, without a pager', () => {
    draw({ data: { data: [] } });
    expect(screen.getByText('nothing here')).toBeDefined();
    expect(screen.queryByText('the pager')).toBeNull();
  });

  it('is busy while another page is on its way', () => {
    draw({ isPlaceholderData: true });
    expect(screen.getByTestId('rows').getAttribute('aria-busy')).toBe('true');
  });
});
