import { describe, expect, it } from 'vitest';
import { decideWorker, evolveWorker, initialWorker, maskBarcode, toWorkerRow } from './worker.ts';
import type { WorkerCommand, WorkerState } from './worker.ts';

const now = '2026-11-20T08:00:00.000Z';
const register: WorkerCommand = {
  type: 'RegisterWorker',
  workerId: 9,
  workId: 'W0001',
  profile: { name: 'Lin', barcode: '0000001' },
  department: 'Quality',
  roleKey: 'quality',
  siteId: 31,
};

function given(...commands: readonly WorkerCommand[]): WorkerState {
  return commands.reduce<WorkerState>((state, command) => {
    const decision = decideWorker(command, state, { now });
    if (!decision.ok) throw new Error(decision.rejection.code);
    return decision.events.reduce(evolveWorker, state);
  }, initialWorker);
}

describe('a worker', () => {
  it('is registered once', () => {
    expect(decideWorker(register, given(register), { now })).toMatchObject({
      rejection: { code: 'already_exists' },
    });
  });

  it('shows in lists without the barcode', () => {
    const state = given(register);
    if (state.kind === 'none') throw new Error('not registered');
    expect(toWorkerRow(state)).toEqual({
      id: 9,
      work_id: 'W0001',
      name: 'Lin',
      department: 'Quality',
      role_key: 'quality',
      site_id: 31,
      active: true,
    });
  });

  it('is deactivated, never deleted, and only once', () => {
    const state = given(register, { type: 'DeactivateWorker' });
    expect(state).toMatchObject({ active: false, workId: 'W0001' });
    expect(decideWorker({ type: 'DeactivateWorker' }, state, { now })).toEqual({ ok: true, events: [] });
  });

  it('who was never registered cannot be deactivated', () => {
    expect(decideWorker({ type: 'DeactivateWorker' }, initialWorker, { now })).toMatchObject({
      rejection: { code: 'not_found' },
    });
  });

  it('is changed in what is said, and saying it again is no news', () => {
    const state = given(register, { type: 'ChangeWorker', department: 'Polish', barcode: '0000002' });
    expect(state).toMatchObject({ department: 'Polish', profile: { name: 'Lin', barcode: '0000002' } });
    const again = decideWorker({ type: 'ChangeWorker', department: 'Polish' }, state, { now });
    expect(again).toEqual({ ok: true, events: [] });
  });

  it('loses the PIN when they stop, and begins without one when they are back', () => {
    const stopped = given(register, { type: 'ChangeWorker', pin: true }, { type: 'DeactivateWorker' });
    expect(stopped).toMatchObject({ active: false, hasPin: false });
    expect(
      given(register, { type: 'DeactivateWorker' }, { type: 'ChangeWorker', active: true }),
    ).toMatchObject({ active: true, hasPin: false });
  });

  it('who was erased gets no name again', () => {
    const [event] = [{ type: 'WorkerRegistered', data: { ...factsOf(register), profile: null } } as const];
    const erased = evolveWorker(initialWorker, event);
    expect(decideWorker({ type: 'ChangeWorker', name: 'Lin' }, erased, { now })).toMatchObject({
      rejection: { code: 'not_found' },
    });
    expect(decideWorker({ type: 'DeactivateWorker' }, erased, { now })).toMatchObject({ ok: true });
  });
});

function factsOf(command: WorkerCommand) {
  if (command.type !== 'RegisterWorker') throw new Error('registers');
  const { type: _type, ...facts } = command;
  return { ...facts, workerRef: 'worker-9', at: now };
}

describe('a masked barcode', () => {
  it.each([
    ['0000012', '•••••12'],
    ['123456', '••••56'],
    ['1234', '•••4'],
    ['12', '••'],
    ['', ''],
  ])('%s reads %s', (barcode, shown) => {
    expect(maskBarcode(barcode)).toBe(shown);
  });
});

describe('the badge of a worker', () => {
  const reveal = { type: 'RevealWorkerBadge', how: 'shown' } as const;

  it('is shown, and that is recorded', () => {
    expect(decideWorker(reveal, given(register), { now })).toEqual({
      ok: true,
      events: [{ type: 'WorkerBadgeRevealed', data: { how: 'shown', at: now } }],
    });
  });

  it('is no longer there once the person is erased', () => {
    const state = given(register);
    if (state.kind === 'none') throw new Error('no worker');
    expect(decideWorker(reveal, { ...state, profile: null }, { now })).toMatchObject({
      rejection: { code: 'not_found' },
    });
  });
});
