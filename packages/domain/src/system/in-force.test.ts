import { describe, expect, test } from 'vitest';
import { at, FACTORY, FACTORY_2, START } from '../processes/testing.ts';
import { worldAt } from '../processes/testing-stages.ts';
import { DEFAULT_POLICY } from '../policy.ts';
import type { Policy } from '../policy.ts';
import { decideItem } from '../repair/decide.ts';
import type { ItemCommand } from '../repair/commands.ts';

function decide(command: ItemCommand, status: 3 | 15, policy: Partial<Policy>) {
  const context = { now: START, actor: at(FACTORY), policy: { ...DEFAULT_POLICY, ...policy } };
  const decision = decideItem(command, worldAt(status).item(1), context);
  return decision.ok ? 'accepted' : decision.rejection.code;
}

describe('decisions follow the configured values', () => {
  const flag = { type: 'FlagForTransfer', toSiteId: FACTORY_2 } as const;

  test('a factory takes transfers unless it is left out of a configured list', () => {
    expect(decide(flag, 3, {})).toBe('accepted');
    expect(decide(flag, 3, { factories: [FACTORY_2] })).toBe('accepted');
    expect(decide(flag, 3, { factories: [FACTORY] })).toBe('wrong_destination');
  });

  test('a remark is as long as configured', () => {
    const text = 'word '.repeat(130);
    const add = { type: 'AddComment', commentId: 1, commentType: 2, text, email: null } as const;
    expect(decide(add, 3, {})).toBe('text_too_long');
    expect(decide(add, 3, { remarkWords: 130 })).toBe('accepted');
  });
});
