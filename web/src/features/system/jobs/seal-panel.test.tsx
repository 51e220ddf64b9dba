// @vitest-environment jsdom
import type { SessionView } from '@atelier/contracts/identity/schema.ts';
import jobs from '@atelier/contracts/locales/en/jobs.json' with { type: 'json' };
import verification from '@atelier/contracts/locales/en/verification.json' with { type: 'json' };
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { serverNow } from '../../../lib/time/server-clock.ts';
import { adoptSession, endSession } from '../../../lib/session/session-store.ts';
import type { RowOf } from '../queries.ts';
import { SealPanel } from './seal-panel.tsx';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { jobs, verification } },
    interpolation: { escapeValue: false },
  });
});
afterEach(() => {
  cleanup();
  endSession();
});

const view: SessionView = {
  user: { id: 1, user_type: 'admin', name: 'Ada', email: 'a@demo.test' },
  roles: [],
  allPermission: ['audit replay'],
  userinfo: { data: [] },
  site: null,
  worker: null,
  expires_at: '2026-01-01T00:00:00Z',
};

const ago = (seconds: number): string => new Date(serverNow() - seconds * 1_000).toISOString();

const well: RowOf<'seal'> = {
  kind: 'job',
  id: 1,
  version: 1,
  what: 'seal',
  events: 90,
  position: 94,
  sealed_at: ago(34),
  waiting_since: null,
  is_late: false,
  troubles: [],
  verified_at: ago(3_600),
  faults: 0,
};

function show(row: Partial<RowOf<'seal'>>): string {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <SealPanel rows={[{ ...well, ...row }]} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return screen.getByTestId('seal-standing').textContent;
}

it('says how far the log is sealed, how long ago, and that no events wait', () => {
  expect(show({})).toMatch(/Sealed up to position 94 · 3\d seconds ago · no events waiting/);
  expect(screen.queryByTestId('seal-trouble')).toBeNull();
  expect(screen.queryByTestId('seal-faults')).toBeNull();
});

it('warns when an event waits too long, with what stands in the way and where', () => {
  show({
    waiting_since: ago(150),
    is_late: true,
    troubles: [{ code: 'rewritten', since: ago(140), stream: 'item-7', subject: 'PAR-000007', position: 5 }],
  });
  const trouble = screen.getByTestId('seal-trouble');
  expect(trouble.className).toContain('banner-warn');
  expect(trouble.textContent).toContain('Events have waited 2 minutes to be sealed');
  expect(trouble.textContent).toContain('differs from the one a worker signed');
  expect(trouble.textContent).toContain('PAR-000007 position 5');
});

it('is red with what to do after a verification that found faults', () => {
  show({ faults: 2 });
  const faults = screen.getByRole('alert');
  expect(faults.className).toContain('banner-error');
  expect(faults.textContent).toContain('Faults found: 2');
  expect(faults.textContent).toContain('do not restore over it');
});

it('leads to the faults who may see them', () => {
  show({ faults: 2 });
  expect(screen.queryByRole('link')).toBeNull();
  cleanup();
  adoptSession({ token: 't', login_type: 'old', view });
  show({ faults: 2 });
  expect(screen.getByRole('link').getAttribute('href')).toBe('/system/audit?view=verify');
});
