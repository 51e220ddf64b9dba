import { AppendBusy, OutcomeUnknown } from '@atelier/event-store/errors.ts';
import { expect, test } from 'vitest';
import { isConnectionLost } from './connection-lost.ts';

const withCode = (code: string): Error => Object.assign(new Error('failed'), { code });

test.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_DESTROYED', '57P01', '57P03', '08006'])(
  'the code %s says that the database is away',
  (code) => {
    expect(isConnectionLost(withCode(code))).toBe(true);
  },
);

test.each([
  'Connection terminated unexpectedly',
  'timeout exceeded when trying to connect',
  'LOADING Redis is loading the dataset in memory',
])('the driver says "%s" without a code when a database is away or starting', (message) => {
  expect(isConnectionLost(new Error(message))).toBe(true);
});

test.each(['23505', '57014', '55P03', '22021', 'ENOENT'])(
  'the code %s says something about the call',
  (code) => {
    expect(isConnectionLost(withCode(code))).toBe(false);
  },
);

test.each([new AppendBusy('stream_busy'), new OutcomeUnknown('no answer in time')])(
  'an append without an answer in time says nothing about the call (%s)',
  (error) => {
    expect(isConnectionLost(error)).toBe(true);
  },
);

test('anything else is no lost connection', () => {
  expect(isConnectionLost(new Error('the clearing was refused'))).toBe(false);
  expect(isConnectionLost('ECONNREFUSED')).toBe(false);
});
