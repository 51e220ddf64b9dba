import { describe, expect, it } from 'vitest';
import { decideRetentionBody, decideRunBody } from './retention-schema.ts';

describe.each([
  ['a proposed schedule', decideRetentionBody, { proposal: 3 }],
  ['a run that waits', decideRunBody, { run_id: 3 }],
])('the decision on %s', (_, body, asked) => {
  it.each(['approve', 'refuse'])('may be %s', (decision) => {
    expect(body.parse({ ...asked, decision })).toEqual({ ...asked, decision });
  });

  it.each(['approved', 'withdraw', '', null])('may not be %o', (decision) => {
    expect(body.safeParse({ ...asked, decision }).error?.issues[0]?.path).toEqual(['decision']);
  });

  it('takes an empty note for none', () => {
    expect(body.parse({ ...asked, decision: 'refuse', note: ' ' }).note).toBeNull();
    expect(body.parse({ ...asked, decision: 'refuse', note: 'too soon' }).note).toBe('too soon');
  });
});
