import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from './permissions.ts';
import { customerProgress } from '../repair/customer-progress.ts';
import {
  isAtFactory,
  isDoneAt,
  isFinal,
  isStatusId,
  isTaken,
  rank,
  rmaStatusList,
  Status,
  STATUSES,
  statusOf,
  type StatusId,
} from './status.ts';

describe('statuses (product/repair.md §1)', () => {
  it('names the factory stages exactly as the wire does', () => {
    const names = Object.fromEntries(STATUSES.map(({ id, name }) => [id, name]));
    expect(names).toEqual({
      1: 'Created',
      2: 'SentToWarehouse',
      3: 'ReceiveFromShop',
      4: 'RepairProcess',
      5: 'RepairPolish',
      6: 'RepairQC',
      7: 'PlatingProcess',
      8: 'AssemblyProcess',
      9: 'AssemblyPenPlatingProcess',
      10: 'AssemblySettingStone',
      11: 'AssemblySettingPearl',
      12: 'FinalQCProcess',
      13: 'RepairDone',
      14: 'LogisticsShipOut',
      15: 'ShopReceived',
      16: 'TakenByClient',
      17: 'SAVCheckResult',
      18: 'MCToCN',
      19: 'IncomingCheck',
      20: 'Cancelled',
      21: 'Closed',
    });
  });

  it('ranks in process order, 17 to 19 between 3 and 4, 20 outside', () => {
    const order = STATUSES.filter(({ id }) => id !== Status.Cancelled).map(({ id }) => id);
    expect(order).toEqual([1, 2, 3, 17, 18, 19, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 21]);
    expect(order.map(rank)).toEqual(order.map((_, index) => index + 1));
    expect(rank(20)).toBe(0);
  });

  it('agrees between rank and id from 4 to 16 by order, never by number', () => {
    const stages: StatusId[] = [
      Status.RepairProcess,
      Status.RepairPolish,
      Status.RepairQC,
      Status.PlatingProcess,
      Status.AssemblyProcess,
      Status.AssemblyPenPlatingProcess,
      Status.AssemblySettingStone,
      Status.AssemblySettingPearl,
      Status.FinalQCProcess,
      Status.RepairDone,
      Status.LogisticsShipOut,
      Status.ShopReceived,
      Status.TakenByClient,
    ];
    expect(stages.toSorted((a, b) => rank(a) - rank(b))).toEqual(stages);
    expect(rank(19)).toBeLessThan(rank(4));
  });

  it('shows the customer the step of every status', () => {
    const steps = Object.fromEntries(STATUSES.map(({ id }) => [id, customerProgress(id).progress]));
    const inFactory = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17, 18, 19].map((id) => [id, 3]);
    expect(steps).toEqual({
      ...Object.fromEntries(inFactory),
      1: 1,
      2: 2,
      14: 4,
      15: 5,
      16: 6,
      20: 1,
      21: 6,
    });
  });

  it('takes the current step as Progress minus 1, and a banner for cancelled', () => {
    expect(customerProgress(14)).toEqual({ progress: 4, current: 3, cancelled: false });
    expect(customerProgress(20)).toEqual({ progress: 1, current: 0, cancelled: true });
  });

  it('asks for permissions that exist, word for word', () => {
    const asked = STATUSES.flatMap(({ permission }) => permission ?? []);
    expect(asked.filter((name) => !PERMISSIONS.includes(name))).toEqual([]);
    expect(statusOf(7).permission).toBe('send to planting');
    expect(statusOf(21).permission).toBeNull();
  });

  it('lists ID, Name, rank and kind for the wire', () => {
    expect(rmaStatusList()).toHaveLength(21);
    expect(rmaStatusList()[3]).toEqual({ ID: 17, Name: 'SAVCheckResult', rank: 4, kind: 'factory' });
  });

  it('knows foreign values from statuses', () => {
    expect([1, 21, 0, 22, 3.5, '3', null].map(isStatusId)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('where a stage is worked at', () => {
  it('a bench in a factory alone, everything else anywhere', () => {
    expect(([4, 12, 3, 15] as const).map((status) => isDoneAt(status, 'factory'))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(([4, 12, 3, 15] as const).map((status) => isDoneAt(status, 'shop'))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(isDoneAt(4, 'warehouse')).toBe(false);
  });
});

describe('the named sets', () => {
  const ids = STATUSES.map(({ id }) => id);

  it('final: taken, closed, cancelled; taken: the first two', () => {
    expect(ids.filter(isFinal)).toEqual([16, 21, 20]);
    expect(ids.filter(isTaken)).toEqual([16, 21]);
  });

  it('at the factory: from its receipt until it is sent home', () => {
    expect(ids.filter(isAtFactory)).toEqual([3, 17, 18, 19, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  });
});
