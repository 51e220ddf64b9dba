import { describe, expect, it } from 'vitest';
import type { Decision } from '../decider.ts';
import { toInstant, toMs } from '../kernel.ts';
import { byFunctions, specify } from '../testing.ts';
import type { PersonExportEvent } from './events.ts';
import {
  completePersonExport,
  evolvePersonExport,
  failPersonExport,
  initialPersonExport,
  PERSON_EXPORT_KEPT_MS,
  readPersonExport,
  removePersonExport,
  requestPersonExport,
  toPersonExportRow,
  type PersonExportState,
} from './person-export.ts';

const now = '2026-11-20T10:00:00.000Z';
const end = toInstant(toMs(now) + PERSON_EXPORT_KEPT_MS);
const before = toInstant(toMs(end) - 1);
const actor = { userId: 7, workerId: null, siteId: null };
type Command = (state: PersonExportState, context: { now: string }) => Decision<PersonExportEvent>;
const { given, eventsOf } = specify(
  byFunctions<PersonExportState, PersonExportEvent, { now: string }>(initialPersonExport, evolvePersonExport),
  { now },
);
const request: Command = (state) =>
  requestPersonExport({ exportId: 45, customerRefs: ['rma-1', 'rma-2'], language: 'fr' }, state, {
    now,
    actor,
  });
const complete: Command = (state, context) =>
  completePersonExport(
    { blob: 'b'.repeat(64), size: 9, keyParts: ['first part', 'second part'] },
    state,
    context,
  );
const read: Command = (state, context) => readPersonExport('pdf', state, { ...context, actor });
const remove =
  (because: 'expired' | 'erased'): Command =>
  (state, context) =>
    removePersonExport(because, state, context);
const fail: Command = (state, context) => failPersonExport('broken', state, context);
const done = eventsOf(request, complete);

describe('an export of a person (product/privacy.md §5)', () => {
  it('keeps a part of its key for each customer, and none in its row', () => {
    given(...eventsOf(request))
      .when(complete)
      .thenTypes('PersonExportKeyKept', 'PersonExportKeyKept', 'PersonExportCompleted');
    const { state } = given(...done);
    if (state.kind === 'none') throw new Error('there is an export');
    expect(toPersonExportRow(state)).toMatchObject({ state: 'done', expires_at: end, reads: 0 });
    expect(JSON.stringify(toPersonExportRow(state))).not.toMatch(/part/);
  });

  it('is made once, however often a job is delivered', () => {
    given(...done)
      .when(complete)
      .thenNothing();
    given(...done)
      .when(fail)
      .thenNothing();
    given(...done)
      .when(request)
      .thenRejected('already_exists');
    given().when(complete).thenRejected('not_found');
  });

  it('is read for seven days, each time as an event', () => {
    given(...done)
      .when(read, { now: before })
      .thenTypes('PersonExportRead');
    given(...done)
      .when(read, { now: end })
      .thenRejected('not_found');
    given(...eventsOf(request))
      .when(read)
      .thenRejected('not_found');
  });

  it('counts how often it was read, and when last', () => {
    const reads = eventsOf(request, complete, read, read);
    const { state } = given(...reads);
    expect(state).toMatchObject({ reads: 2, readAt: now });
  });

  it('is not read once a customer in it is erased', () => {
    const erased = done.map((event): PersonExportEvent =>
      event.type === 'PersonExportKeyKept' ? { ...event, data: { ...event.data, part: null } } : event,
    );
    given(...erased)
      .when(read)
      .thenRejected('not_found');
  });

  it('is removed after its time, or at once when a customer in it is erased', () => {
    given(...done)
      .when(remove('expired'), { now: before })
      .thenRejected('too_early');
    given(...done)
      .when(remove('expired'), { now: end })
      .thenTypes('PersonExportRemoved');
    const events = given(...done)
      .when(remove('erased'))
      .events();
    given(...done, ...events)
      .when(remove('erased'))
      .thenNothing();
    given(...done, ...events)
      .when(read)
      .thenRejected('not_found');
  });
});
