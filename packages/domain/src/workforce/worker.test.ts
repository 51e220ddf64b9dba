import { describe, expect, it } from 'vitest';
import { specify } from '../testing.ts';
import {
  decideWorker,
  evolveWorker,
  initialWorker,
  maskBarcode,
  toWorkerRow,
  type WorkerCommand,
} from './worker.ts';

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

const decider = { initialState: initialWorker, evolve: evolveWorker, decide: decideWorker };
const { given, eventsOf } = specify(decider, { now });
const registered = eventsOf(register);
const deactivate = { type: 'DeactivateWorker' } as const;

describe('a worker', () => {
  it('is registered once', () => {
    given(...registered)
      .when(register)
      .thenRejected('already_exists');
  });

  it('shows in lists without the barcode', () => {
    const { state } = given(...registered);
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
    const stopped = given(...eventsOf(register, deactivate));
    expect(stopped.state).toMatchObject({ active: false, workId: 'W0001' });
    stopped.when(deactivate).thenNothing();
  });

  it('who was never registered cannot be deactivated', () => {
    given().when(deactivate).thenRejected('not_found');
  });

  it('is changed in the given fields, and giving them again makes no event', () => {
    const change = { type: 'ChangeWorker', department: 'Polish', barcode: '0000002' } as const;
    const changed = given(...eventsOf(register, change));
    expect(changed.state).toMatchObject({
      department: 'Polish',
      profile: { name: 'Lin', barcode: '0000002' },
    });
    changed.when({ type: 'ChangeWorker', department: 'Polish' }).thenNothing();
  });

  it('loses the PIN when they stop, and begins without one when they are back', () => {
    const stopped = given(...eventsOf(register, { type: 'ChangeWorker', pin: true }, deactivate));
    expect(stopped.state).toMatchObject({ active: false, hasPin: false });
    const back = given(...eventsOf(register, deactivate, { type: 'ChangeWorker', active: true }));
    expect(back.state).toMatchObject({ active: true, hasPin: false });
  });

  it('has a new PIN recorded each time, and one taken away only where there was one', () => {
    const set = { type: 'ChangeWorker', pin: true } as const;
    const unset = { type: 'ChangeWorker', pin: false } as const;
    given(...registered)
      .when(set)
      .then({ type: 'WorkerPinChanged', data: { isSet: true, at: now } });
    given(...eventsOf(register, set))
      .when(set)
      .thenTypes('WorkerPinChanged');
    given(...eventsOf(register, set))
      .when(unset)
      .then({ type: 'WorkerPinChanged', data: { isSet: false, at: now } });
    given(...registered)
      .when(unset)
      .thenNothing();
  });

  it('who was erased gets no name again', () => {
    const erased = { type: 'WorkerRegistered', data: { ...factsOf(register), profile: null } } as const;
    given(erased).when({ type: 'ChangeWorker', name: 'Lin' }).thenRejected('not_found');
    given(erased).when(deactivate).thenTypes('WorkerDeactivated');
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
    given(...registered)
      .when(reveal)
      .then({ type: 'WorkerBadgeRevealed', data: { how: 'shown', at: now } });
  });

  it('is no longer there once the person is erased', () => {
    given({ type: 'WorkerRegistered', data: { ...factsOf(register), profile: null } })
      .when(reveal)
      .thenRejected('not_found');
  });
});
