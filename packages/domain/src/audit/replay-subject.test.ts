import { describe, expect, it } from 'vitest';
import { parseSubject, subjectKey } from './replay-subject.ts';

describe('the subject of a replay', () => {
  it.each(['item-42', 'rma-1', 'shipment-3', 'user-4', 'worker-5', 'site-6', 'config'])(
    'is read: %s',
    (text) => {
      const subject = parseSubject(text);
      expect(subject && subjectKey(subject)).toBe(text);
    },
  );

  it('has its number as id, and 0 where there is one alone', () => {
    expect(parseSubject('item-42')).toEqual({ kind: 'item', id: 42 });
    expect(parseSubject('config')).toEqual({ kind: 'config', id: 0 });
  });

  it.each(['', 'item-', 'item-0', 'item-01', 'item-1x', 'config-1', 'role-1', 'item-1234567890123456'])(
    'is none: %j',
    (text) => expect(parseSubject(text)).toBeUndefined(),
  );
});
