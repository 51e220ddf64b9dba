import { describe, expect, it } from 'vitest';
import { EVENT_FIELDS, exportableData, fieldClass } from './event-fields.ts';
import { SHARED_FIELDS } from './field-class.ts';

const CANARY = 'Kanarienvogel';

describe('the texts of events', () => {
  it('have one line each: none stands in the shared table and in its own', () => {
    const twice = Object.entries(EVENT_FIELDS).flatMap(([type, fields]) =>
      Object.keys(fields).flatMap((path) => (path in SHARED_FIELDS ? [`${type}.${path}`] : [])),
    );
    expect(twice).toEqual([]);
  });

  it('never share a name that may hold free text', () => {
    const risky = /(^|\.)(reason|note|remark|text|comment|name|reference|message|to|code)$/;
    const allowed = ['previous.countries.*.code', 'product.name', 'schedule.countries.*.code'];
    const shared = Object.keys(SHARED_FIELDS).filter((path) => risky.test(path) && !allowed.includes(path));
    expect(shared).toEqual([]);
  });

  it('are unknown for a type or a field that no table names, also for names of every object', () => {
    expect(fieldClass('NoSuchEvent', 'at')).toBeUndefined();
    expect(fieldClass('HoldPlaced', 'constructor')).toBeUndefined();
    expect(fieldClass('HoldPlaced', 'at')).toBe('number');
  });

  it('leave the house as codes and numbers only, by the event type', () => {
    expect(exportableData('MessageSent', { attempt: 1, to: 'ada@byron.test' })).toEqual({ attempt: 1 });
    expect(exportableData('ShipmentTrackingChanged', { to: 'T-2', reason: CANARY })).toEqual({ to: 'T-2' });
    const findings = { originalFactory: 'SZ', words: CANARY, causes: ['wear'] };
    expect(exportableData('FindingsSaved', { findings })).toEqual({
      findings: { originalFactory: 'SZ', causes: ['wear'] },
    });
    expect(exportableData('NoSuchEvent', { words: CANARY, many: [CANARY], amount: 3 })).toEqual({
      many: [],
      amount: 3,
    });
  });

  it.each(Object.keys(EVENT_FIELDS))('of %s: no sealed or free text is exportable', (type) => {
    for (const [path, kind] of Object.entries(EVENT_FIELDS[type] ?? {})) {
      const text = JSON.stringify(exportableData(type, dataWith(path.split('.'))));
      expect([path, text.includes(CANARY)]).toEqual([path, kind === 'code' || kind === 'number']);
    }
  });
});

/** Data of an event that holds the canary at one path. */
function dataWith([name = '', ...rest]: readonly string[]): Record<string, unknown> {
  return { [name]: valueWith(rest) };
}

function valueWith(path: readonly string[]): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return CANARY;
  return first === '*' ? [valueWith(rest)] : dataWith(path);
}
