import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';

const MOMENT = '2026-09-01T10:00:00.000Z';

async function clockAt(search: string) {
  vi.resetModules();
  vi.stubGlobal('location', { search });
  return (await import('./screen-clock.ts')).screenNow;
}

describe('the clock of a screen', () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([`?as_of=${MOMENT}`, `?known_at=${MOMENT}`, `?as_of=${MOMENT}&known_at=2026-10-01T00:00:00.000Z`])(
    'stands at the moment of %s',
    async (search) => {
      const now = await clockAt(search);
      expect(now()).toBe(Date.parse(MOMENT));
    },
  );

  it('is the server’s on a page of today', async () => {
    const now = await clockAt('?as_of=yesterday');
    expect(Math.abs(now() - Date.now())).toBeLessThan(5_000);
  });
});

/** What people do now, or what is never shown for a past moment. Ages and urgency on any other screen count from `screenNow`. */
const COUNTS_FROM_TODAY = new Set([
  'app/forget/forget-stored.ts',
  'app/layout/moment-bar.tsx',
  'app/start.tsx',
  'features/custody/ask-panel.tsx',
  'features/insight/filters.tsx',
  'features/repair/decisions/waiver-card.tsx',
  'features/deposit/use-create-form.ts',
  'features/deposit/use-draft.ts',
  'features/repair-detail/action-bar.tsx',
  'features/repair-detail/use-remark-outbox.ts',
  'features/system/home/use-health-words.ts',
  'shared/decisions/deliver-dialog.tsx',
  'shared/scan/use-packing-queue.ts',
  'shared/scan/use-bench.ts',
]);

it('no other screen reads the clock of today', () => {
  const src = fileURLToPath(new URL('../../', import.meta.url));
  const readers = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(app|features|shared)\/.*(?<!\.test)\.tsx?$/.test(file))
    .filter((file) => readFileSync(join(src, file), 'utf8').includes('server-clock.ts'));
  expect(readers.toSorted()).toEqual([...COUNTS_FROM_TODAY].toSorted());
});
