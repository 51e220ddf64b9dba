import { describe, expect, it } from 'vitest';
import type { Decision } from '../decider.ts';
import { DAY_MS, toInstant, toMs } from '../kernel.ts';
import { byFunctions, specify } from '../testing.ts';
import type { ExportEvent } from './events.ts';
import {
  cancelExport,
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
  type ExportState,
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

type Command = (state: ExportState, context: { now: string }) => Decision<ExportEvent>;
const { given, eventsOf } = specify(
  byFunctions<ExportState, ExportEvent, { now: string }>(initialExport, evolveExport),
  { now },
);
const request: Command = (state) => requestExport(asked, state, { now, actor });
const complete =
  (blob = file.blob): Command =>
  (state, context) =>
    completeExport({ ...file, blob }, state, context);
const fail =
  (code: 'broken' | 'too_many_rows'): Command =>
  (state, context) =>
    failExport(code, state, context);
const cancel: Command = (state) => cancelExport(state, { now, actor });
const built = eventsOf(request, complete());

describe('an export', () => {
  it('holds 200,000 rows at most, and can be fetched for a day (product/exports.md §2, §3)', () => {
    expect(MOST_ROWS).toBe(200_000);
    expect(EXPORT_KEPT_MS).toBe(DAY_MS);
  });

  it('is built once: a job that is delivered again changes nothing', () => {
    expect(isUnbuilt(given(...built).state)).toBe(false);
    given(...built)
      .when(complete('c'))
      .thenNothing();
    given(...built)
      .when(fail('broken'))
      .thenNothing();
  });

  it('that was never requested is not found', () => {
    given().when(complete()).thenRejected({ code: 'not_found' });
  });

  it('is cancelled by its requester while it waits, and stays as it is once it is there', () => {
    given(...eventsOf(request))
      .when(cancel)
      .thenTypes('ExportCancelled');
    given(...built)
      .when(cancel)
      .thenNothing();
    given().when(cancel).thenRejected({ code: 'not_found' });
  });

  it('may still be built after every attempt failed, and not when it was too large', () => {
    expect(isUnbuilt(given(...eventsOf(request, fail('broken'))).state)).toBe(true);
    expect(isUnbuilt(given(...eventsOf(request, fail('too_many_rows'))).state)).toBe(false);
  });

  it('keeps its file for a day, to the moment', () => {
    const end = toMs(now) + DAY_MS;
    given(...built)
      .when(removeExportFile, { now: toInstant(end - 1) })
      .thenRejected({ code: 'too_early' });
    given(...built)
      .when(removeExportFile, { now: toInstant(end) })
      .thenTypes('ExportFileRemoved');
  });

  it('shows its file until that is removed', () => {
    const removed = given(...built).when(removeExportFile, { now: toInstant(toMs(now) + DAY_MS) });
    const states = [given(...built).state, given(...built, ...removed.events()).state];
    const blobs = states.map((state) => (state.kind === 'export' ? toExportRow(state).blob : undefined));
    expect(blobs).toEqual([file.blob, null]);
  });

  it('shows nothing of the words searched for in its row', () => {
    const { state } = given(...built);
    expect(state.kind === 'export' && JSON.stringify(toExportRow(state))).not.toContain('Çelik');
  });
});
