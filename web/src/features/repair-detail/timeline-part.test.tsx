// @vitest-environment jsdom
import type { UseQueryResult } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { HistoryResponse } from '../../shared/queries/item.ts';
import { TimelinePart } from './timeline-part.tsx';

vi.mock(import('react-i18next'), async (original) => ({
  ...(await original()),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key and its values are what is asked for here
  useTranslation: (() => ({
    t: (key: string, values?: object) => `${key} ${Object.values(values ?? {}).join(' ')}`.trim(),
  })) as never,
}));

afterEach(cleanup);

const history = (archive?: string) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the part reads of a query
  ({
    isPending: false,
    isFetching: false,
    isError: false,
    isSuccess: true,
    data: { data: [], ...(archive && { archive }) },
  }) as unknown as UseQueryResult<HistoryResponse>;

describe('the timeline of a piece', () => {
  it('names the archive that its events were moved to', () => {
    render(<TimelinePart history={history('log-to-5000000')} />);
    expect(screen.getByText('refusals:archived_history')).toBeTruthy();
    expect(screen.getByText('log-to-5000000')).toBeTruthy();
  });

  it('says that nothing is recorded where nothing is', () => {
    render(<TimelinePart history={history()} />);
    expect(screen.getByText('timeline.empty')).toBeTruthy();
  });
});
