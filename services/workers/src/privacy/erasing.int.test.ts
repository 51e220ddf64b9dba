import { PERSON_EXPORT_KEPT_MS } from '@atelier/domain/privacy/person-export.ts';
import { runJobOf } from '../jobs/job-slice.ts';
import { privacyRequestStream } from '@atelier/domain/privacy/events.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import {
  handClock,
  must,
  servicesOf,
  type HandClock,
} from '@atelier/application/commands/testing-commands.ts';
import { erasePerson } from '@atelier/application/privacy/erase-person.commands.ts';
import {
  approveRequest,
  askForErasure,
  beginErasure,
  withdrawRequest,
} from '@atelier/application/privacy/erasure.commands.ts';
import { findErasure, listDueErasures } from '@atelier/application/privacy/erasures.queries.ts';
import { placeLegalHold, releaseLegalHold } from '@atelier/application/privacy/legal-hold.commands.ts';
import { askForPersonExport, readPersonFile } from '@atelier/application/privacy/person-export.commands.ts';
import { listPersonExports } from '@atelier/application/privacy/person-exports.queries.ts';
import { findPersons } from '@atelier/application/privacy/persons.queries.ts';
import { openWorld, TEST_NOW, type World } from '@atelier/application/projections/testing.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DueJob } from '../jobs/queues.ts';
import { startJobs, type RunningJobs } from '../jobs/start-jobs.ts';
import { systemCaller } from '../system-caller.ts';
import { privacySlice } from './privacy.job.ts';
import { headquarters, jobOf, servedCustomer, type Customer } from './testing-customers.ts';

let world: World;
let clock: HandClock;
let services: CommandServices;

beforeAll(async () => {
  world = await openWorld();
  clock = handClock(TEST_NOW);
  services = servicesOf(world, clock);
});
afterAll(() => world.close());

const ASKER = 900;
const DECIDER = 901;

const customer = (name: string) => servedCustomer(world, services, name);

async function approved({ ref }: Customer): Promise<number> {
  const asked = { customerRefs: [ref], reason: 'customer_request', note: 'by letter' } as const;
  const requestId = Number(
    must(await askForErasure(services, headquarters(ASKER), asked)).answer?.['request_id'],
  );
  must(await approveRequest(services, headquarters(DECIDER), { requestId, note: null }));
  return requestId;
}

const handler = () => runJobOf(privacySlice, services);
const job = (requestId: number): DueJob => jobOf('erase', { request_id: requestId });
const read = (requestId: number) => findErasure(world.db, world.store, requestId, { seesNotes: true });
const names = async ({ name }: Customer) => {
  await world.settle();
  return (await findPersons(world.db, `${name}@forget.test`)).persons.map((person) => person.name);
};

describe('what was approved is carried out', () => {
  let jobs: RunningJobs | undefined;
  afterAll(() => jobs?.stop());

  it('by a worker, without being asked: the person is gone, the others stay, notes are gone too', async () => {
    jobs = await startJobs({
      services,
      queues: { databaseUrl: world.database.appUrl, redisUrl: undefined, onError: () => undefined },
      slices: [privacySlice],
      reconcileMs: 60_000,
      onError: () => undefined,
    });
    const [gone, stays] = [await customer('anna'), await customer('bruno')];
    const requestId = await approved(gone);
    await expect.poll(async () => (await read(requestId))?.stage).toBe('done');
    expect(await read(requestId)).toMatchObject({
      covered: { repairs: 1, pieces: 1 },
      holds: 0,
      open_pieces: [],
      notes: [],
      deposits: [gone.number],
    });
    expect(await names(gone)).toEqual([]);
    expect(await names(stays)).toEqual([expect.stringContaining('bruno')]);
    const { persons } = await findPersons(world.db, gone.number);
    expect(persons).toMatchObject([{ name: '', request: { request_id: requestId, stage: 'done' } }]);
    await jobs.stop();
    jobs = undefined;
  });

  it('once, however often the job is delivered', async () => {
    const requestId = await approved(await customer('carla'));
    for (const _ of [1, 2, 3]) await handler()(job(requestId));
    const { events } = await world.store.readStream(privacyRequestStream(requestId));
    expect(events.map(({ type }) => type)).toEqual([
      'ErasureRequested',
      'ErasureApproved',
      'ErasureStarted',
      'ErasureCompleted',
    ]);
  });

  it.each([
    ['before anything was erased', async () => undefined],
    [
      'after the person was erased',
      async (requestId: number, ref: string) =>
        void (await erasePerson(services, {
          customerRefs: [ref],
          reason: 'customer_request',
          requestId,
          now: clock.now(),
        })),
    ],
  ] as const)('after a worker died %s', async (when, halfway) => {
    const person = await customer(`d${when.length}`);
    const requestId = await approved(person);
    must(await beginErasure(services, systemCaller(clock, 'privacy'), requestId));
    await halfway(requestId, person.ref);
    expect(await listDueErasures(world.db, clock.now())).toContain(requestId);
    await handler()(job(requestId));
    expect(await read(requestId)).toMatchObject({ stage: 'done' });
    expect(await listDueErasures(world.db, clock.now())).not.toContain(requestId);
    expect(await names(person)).toEqual([]);
  });
});

describe('what waits', () => {
  it('for a hold is begun once it is released, and the job is no failure meanwhile', async () => {
    const person = await customer('emil');
    const requestId = await approved(person);
    const hold = { customerRef: person.ref, reason: 'authority', reference: null } as const;
    const placed = must(await placeLegalHold(services, headquarters(ASKER), hold));
    await handler()(job(requestId));
    expect(await read(requestId)).toMatchObject({ stage: 'approved', holds: 1 });
    expect(await names(person)).toHaveLength(1);
    const released = { holdId: Number(placed.answer?.['hold_id']), note: 'closed' };
    must(await releaseLegalHold(services, headquarters(DECIDER), released));
    await handler()(job(requestId));
    expect(await read(requestId)).toMatchObject({ stage: 'done' });
  });

  it('and was withdrawn meanwhile is left alone', async () => {
    const person = await customer('gina');
    const requestId = await approved(person);
    must(await withdrawRequest(services, headquarters(ASKER), { requestId, note: null }));
    await handler()(job(requestId));
    expect(await read(requestId)).toMatchObject({ stage: 'withdrawn' });
    expect(await names(person)).toHaveLength(1);
  });

  it('is put back into the queue', async () => {
    const requestId = await approved(await customer('hans'));
    const added: string[] = [];
    await privacySlice.reconcile?.(services, {
      add: async (name, data, key) => void added.push(`${name} ${String(data['request_id'])} ${key}`),
      schedule: async () => undefined,
      unschedule: async () => undefined,
      counts: async () => ({}),
      work: () => undefined,
      close: async () => undefined,
    });
    expect(added).toEqual([expect.stringMatching(`^erase ${requestId} erase-${requestId}-\\d+$`)]);
  });
});

describe('a copy for the person (product/privacy.md §5)', () => {
  const ask = async ({ ref }: Customer): Promise<number> => {
    const asked = { customerRefs: [ref], language: 'fr' } as const;
    return Number(must(await askForPersonExport(services, headquarters(ASKER), asked)).answer?.['export_id']);
  };
  const exportJob = (id: number): DueJob => jobOf('export', { export_id: id });
  const fetched = (id: number) => readPersonFile(services, headquarters(ASKER), id, 'json');
  const stateOf = async (id: number) => (await listPersonExports(world.db, clock.now(), id))[0];

  it('holds the contact and every event in clear, is encrypted where it lies, and each reading is counted', async () => {
    const person = await customer('ines');
    const id = await ask(person);
    expect(await fetched(id)).toBe(undefined);
    for (const _ of [1, 2]) await handler()(exportJob(id));
    const file = JSON.parse(String(await fetched(id)));
    expect(file).toMatchObject({
      format: 'atelier-person',
      language: 'fr',
      deposits: [{ number: person.number, contact: { firstname: 'ines' }, pieces: [{}] }],
    });
    expect(file.deposits[0].pieces[0].history.length).toBeGreaterThan(5);
    expect(file.deposits[0].pieces[0].pictures.length).toBeGreaterThan(0);
    expect(await stateOf(id)).toMatchObject({ state: 'done', reads: 1 });
    const { rows } = await world.projectorPool.query<{ blob: string }>(
      `select r.blob from privacy_export_row r where id = ${id}`,
    );
    const kept = await services.blobs.getPassing(rows[0]?.blob ?? '');
    expect(kept?.bytes.includes('ines')).toBe(false);
  });

  it('cannot be had once the person is erased, and its bytes are gone', async () => {
    const person = await customer('jule');
    const id = await ask(person);
    await handler()(exportJob(id));
    const { rows } = await world.projectorPool.query<{ blob: string }>(
      `select blob from privacy_export_row where id = ${id}`,
    );
    await handler()(job(await approved(person)));
    expect(await fetched(id)).toBe(undefined);
    expect(await stateOf(id)).toMatchObject({ state: 'expired' });
    expect(await services.blobs.getPassing(rows[0]?.blob ?? '')).toBe(undefined);
  });

  it('can be had for seven days, not a moment longer', async () => {
    const id = await ask(await customer('kim'));
    await handler()(exportJob(id));
    clock.advance(PERSON_EXPORT_KEPT_MS - 1);
    expect(await fetched(id)).toBeInstanceOf(Buffer);
    clock.advance(1);
    expect(await fetched(id)).toBe(undefined);
    expect(await stateOf(id)).toMatchObject({ state: 'expired', reads: 1 });
  });
});
