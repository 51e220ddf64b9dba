// @vitest-environment jsdom
import type { SessionView } from '@atelier/contracts/identity/schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { adoptSession, endSession } from '../../lib/session/session-store.ts';
import { NextStepCard } from './next-step-card.tsx';

vi.mock(import('react-i18next'), async (original) => ({
  ...(await original()),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key is what is asked for here
  useTranslation: (() => ({ t: (key: string) => key, i18n: { language: 'en' } })) as never,
}));

afterEach(() => {
  cleanup();
  endSession();
});

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the card reads of a piece
const piece = {
  id: 7,
  rma_id: 1,
  number: 'PAR-000007',
  rma_status_id: Status.RepairPolish,
  custody: { kind: 'site', site_id: 3 },
  holds: [],
  collection: null,
  pickup: null,
  fullphone: '',
  fullname: '',
  undo: null,
  repair_fee: 0,
  repair_fee_ccy: 'EUR',
  fee_open: 0,
  fee_to_return: 0,
  fee_missing: false,
  waived_fee: 0,
  outcome: null,
} as unknown as ItemView;

function show(allPermission: SessionView['allPermission']): void {
  const user = { id: 1, user_type: 'admin', name: 'Noor', email: 'a@demo.test' } as const;
  const rest = {
    roles: [],
    userinfo: { data: [] },
    site: null,
    worker: null,
    expires_at: '2099-01-01T00:00:00Z',
  };
  adoptSession({ token: 't', login_type: 'old', view: { user, allPermission, ...rest } });
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <NextStepCard item={piece} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it('leads an auditor to replay and custody, and does not ask them to move the piece', () => {
  show(['audit replay']);
  expect(screen.getByTestId('next-step').textContent).toBe(`status:name.${Status.RepairPolish}`);
  expect(screen.getByTestId('reader-replay').getAttribute('href')).toBe(
    '/system/audit/replay?subject=item-7',
  );
  expect(screen.getByTestId('reader-custody').getAttribute('href')).toBe('/custody?by=item&q=PAR-000007');
});

it('says what is next to who may only read and not replay', () => {
  show([]);
  expect(screen.getByTestId('next-step').textContent).toMatch(/^rma:next\./);
  expect(screen.queryByTestId('reader-replay')).toBeNull();
});
