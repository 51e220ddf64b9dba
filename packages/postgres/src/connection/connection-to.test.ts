import { expect, test } from 'vitest';
import { connectionTo } from './connection-to.ts';

test('an address of one server goes to the driver as it is', () => {
  const address = 'postgres://ann:secret@db/shop?sslmode=verify-full';
  expect(connectionTo(address)).toEqual({ connectionString: address });
});

test('of several servers any may show its certificate, and no other', () => {
  const { connectionString, ssl } = connectionTo(
    'postgres://a.test,b.test/shop?sslmode=verify-full&options=-c%20jit%3Doff',
  );
  expect(connectionString).toBe('postgres://a.test/shop?options=-c+jit%3Doff');
  const check = typeof ssl === 'object' ? ssl.checkServerIdentity : undefined;
  const certificateFor = (name: string) =>
    ({ subject: { CN: name }, subjectaltname: `DNS:${name}` }) as Parameters<NonNullable<typeof check>>[1];
  expect(check?.('a.test', certificateFor('b.test'))).toBeUndefined();
  expect(check?.('a.test', certificateFor('c.test'))).toBeInstanceOf(Error);
});

test('without TLS in the address there is none', () => {
  expect(connectionTo('postgres://a.test,b.test/shop').ssl).toBeUndefined();
});
