import { describe, expect, it } from 'vitest';
import { DEFAULT_POLICY } from '../../policy.ts';
import { Status } from '../../shared/status.ts';
import { measurementRefusal } from './measurements.ts';

const demand = (what: object) => ({ ...DEFAULT_POLICY, ...what });
const refusal = (field: string) => ({ code: 'measurement_required', details: { field } });

describe('measurements that configuration demands', () => {
  it.each([
    ['demandStoneCount', Status.AssemblySettingStone, 'stone_count', { stoneCount: 0 }],
    ['demandFinalQcWeight', Status.FinalQCProcess, 'weight', { weightMg: 1 }],
    ['demandFinalQcPhoto', Status.FinalQCProcess, 'photo', { photos: ['image-1'] }],
  ] as const)('%s: at status %i the %s is asked for, and enough', (rule, status, field, given) => {
    const policy = demand({ [rule]: true });
    expect(measurementRefusal(status, undefined, policy)).toMatchObject(refusal(field));
    expect(measurementRefusal(status, {}, policy)).toMatchObject(refusal(field));
    expect(measurementRefusal(status, given, policy)).toBeNull();
  });

  it.each(['demandStoneCount', 'demandFinalQcWeight', 'demandFinalQcPhoto'])(
    '%s asks nothing at another status',
    (rule) => {
      expect(measurementRefusal(Status.RepairPolish, undefined, demand({ [rule]: true }))).toBeNull();
    },
  );

  it('no photo counts as missing', () => {
    const policy = demand({ demandFinalQcPhoto: true });
    expect(measurementRefusal(Status.FinalQCProcess, { photos: [] }, policy)).toMatchObject(refusal('photo'));
  });

  it('are asked for by nothing unless configured', () => {
    const free = demand({ demandStoneCount: false, demandFinalQcWeight: false, demandFinalQcPhoto: false });
    for (const status of [Status.AssemblySettingStone, Status.FinalQCProcess])
      expect(measurementRefusal(status, undefined, free)).toBeNull();
  });
});
