import { describe, expect, it } from 'vitest';
import { plainError, withoutQuotes } from './plain-error.ts';

const CANARY = 'canary@person.test';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

const FROM_DATABASE = [
  Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
    code: '23505',
    detail: `Key (email)=(${CANARY}) already exists.`,
    where: `COPY users, line 1: "${CANARY}"`,
    parameters: [CANARY],
  }),
  Object.assign(new Error(`invalid input syntax for type bigint: "${CANARY} "quoted" and\n more"`), {
    code: '22P02',
  }),
];

describe('what is kept of an error', () => {
  it.each([
    ...FROM_DATABASE,
    parsed(`{"email": ${CANARY}}`),
    new Error('x', { cause: new Error(CANARY) }),
    CANARY,
  ])('quotes nobody', (error) => {
    expect(JSON.stringify(plainError(error))).not.toContain('canary');
    const kept = withoutQuotes(error);
    expect(`${kept.message} ${kept.stack} ${JSON.stringify(kept)} ${String(kept.cause)}`).not.toContain(
      'canary',
    );
  });

  it('says what happened and where', () => {
    const [taken] = FROM_DATABASE;
    expect(plainError(taken)).toMatchObject({
      type: 'Error',
      code: '23505',
      message: 'duplicate key value violates unique constraint "users_email_key"',
    });
    expect(plainError(taken).stack).toContain('plain-error.test.ts');
    expect(withoutQuotes(taken)).toMatchObject({ name: 'Error', code: '23505' });
  });
});
