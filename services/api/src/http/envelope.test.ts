import { describe, expect, it } from 'vitest';
import { ok, successBody } from './envelope.ts';

const done = { id: 1, success: true, code: 'ok', message: '' };
const refused = { id: 2, success: false, code: 'held_missing', message: '' };

describe('the head of a response with a result per row', () => {
  it('does not say success when a row was refused, whichever call it is', () => {
    const body = successBody(ok([done, refused], { message: 'RMA has been updated' }));
    expect(body).toMatchObject({ status: 200, success: false, code: 'partly_done' });
    expect(body).toMatchObject({ message: '1 of 2 were refused.', data: [done, refused] });
  });

  it.each([[[done]], [[]], [{ id: 1 }], [null], [[{ id: 1 }]]])('says success for %j', (data) => {
    expect(successBody(ok(data, { message: 'ok' }))).toMatchObject({
      success: true,
      code: 'ok',
      message: 'ok',
    });
  });
});
