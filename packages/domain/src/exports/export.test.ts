import { describe, expect, it } from 'vitest';
import type { Decision } from '../decider.ts';
import { DAY_MS, toInstant, toMs } from '../kernel.ts';
import type { ExportEvent } from './events.ts';
import {
  completeExport,
  evolveExport,
  EXPORT_KEPT_MS,
  failExport,
  initialExport,
  isUnbuilt,
  MOST_ROWS,
  removeExportFile,
  requestExport,
  toExportRow,
} from './export.ts';

const now = '2026-11-20T10:00:00.000Z';
const actor = { userId: 7, workerId: null, siteId: 1 };
const asked = {
  exportId: 31,
  type: 'list',
  language: 'fr',
  selection: { kind: 'items', ids: [1] },
  search: 'Çelik',
  scope: { kind: 'store', siteId: 1 },
  audience: 'shop',
} as const;
const file = { blob: 'b'.repeat(64), format: 'xlsx', rows: 1, size: 10 } as const;

function eventsOf(decision: Decision<ExportEvent>): readonly ExportEvent[] {
  if (!decision.ok) throw new Error(decision.rejection.code);
  return decision.events;
}
const after = (...events: readonly ExportEvent[]) => events.reduce(evolveExport, initialExport);
const requested = eventsOf(requestExport(asked, initialExport, { now, actor }));
const built = [...requested, ...eventsOf(completeExport(file, after(...requested), { now }))];

describe('an export', () => {
  it('holds 200,000 rows at most, and can be fetched for a day (product/exports.md §2, §3)', () => {
    expect(MOST_ROWS).toBe(200_000);
    expect(EXPORT_KEPT_MS).toBe(DAY_MS);
  });

  it('is built once: a job that is delivered again changes nothing', () => {
    expect(isUnbuilt(after(...built))).toBe(false);
    expect(eventsOf(completeExport({ ...file, blob: 'c' }, after(...built), { now }))).toEqual([]);
    expect(eventsOf(failExport('broken', after(...built), { now }))).toEqual([]);
  });

  it('that nobody asked for is not found', () => {
    expect(completeExport(file, initialExport, { now })).toEqual({
      ok: false,
      rejection: { code: 'not_found' },
    });
  });

  it('may still be built after every attempt failed, and not when it was too large', () => {
    const failed = (code: 'broken' | 'too_many_rows') =>
      after(...requested, ...eventsOf(failExport(code, after(...requested), { now })));
    expect(isUnbuilt(failed('broken'))).toBe(true);
    expect(isUnbuilt(failed('too_many_rows'))).toBe(false);
  });

  it('keeps its file for a day, to the moment', () => {
    const end = toMs(now) + DAY_MS;
    const early = removeExportFile(after(...built), { now: toInstant(end - 1) });
    expect(early).toEqual({ ok: false, rejection: { code: 'too_early' } });
    expect(eventsOf(removeExportFile(after(...built), { now: toInstant(end) }))).toHaveLength(1);
  });

  it('shows nothing of the words searched for in its row', () => {
    const state = after(...built);
    expect(state.kind === 'export' && JSON.stringify(toExportRow(state))).not.toContain('Çelik');
  });
});
