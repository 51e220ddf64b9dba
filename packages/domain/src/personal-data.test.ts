import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, PARIS } from './processes/testing.ts';
import { worldAt } from './processes/testing-stages.ts';
import { startWalk, steps, take } from './processes/walk-testing.ts';
import { isClearingEvent, isItemEvent, isRmaEvent, isShipmentEvent, PERSONAL_DATA } from './personal-data.ts';

/** A whole life, and a deposit with a waiver, a remark, a follow-up and a payment. */
function everyKindOfEvent() {
  const waiting = worldAt(15, { purchaseDate: '2020-01-01' });
  const paris = at(PARIS);
  waiting.run(
    waiting.on(1, { type: 'RecordFollowUp', result: 'Phone contacted', note: 'secret-remark' }, paris),
  );
  waiting.run(
    waiting.on(
      1,
      { type: 'AddComment', commentId: 1, commentType: 1, text: 'secret-remark', email: 'ada@demo.test' },
      paris,
    ),
  );
  const paid = { amount: 5000, currency: 'EUR' };
  waiting.run(
    waiting.on(1, { type: 'RecordPayment', paid, means: 'card', reference: 'secret-remark' }, paris),
  );
  return [worldAt(16), waiting, worldAt(1, { waiverRemark: 'secret-remark' })].flatMap((world) =>
    [...world.logs.values()].flat(),
  );
}

describe('personal data', () => {
  it('puts every event type in exactly one aggregate', () => {
    for (const type of Object.keys(PERSONAL_DATA)) {
      const homes = [isItemEvent, isRmaEvent, isShipmentEvent, isClearingEvent].filter((is) => is({ type }));
      expect([type, homes.length]).toEqual([type, 1]);
    }
  });

  it('declares fields and subjects that the events really have', () => {
    const logs = everyKindOfEvent();
    expect(logs.length).toBeGreaterThan(20);
    for (const { type, data } of logs) {
      const personal = PERSONAL_DATA[type] ?? null;
      // Reasons name their customer where there is one only.
      const isSilent = 'reason' in data && data.reason === null;
      const missing = (personal === null || isSilent ? [] : [personal.subject, ...personal.fields])
        .map((path) => path.replace(/\..*$/, ''))
        .filter((field) => !(field in data));
      expect([type, missing]).toEqual([type, []]);
    }
  });

  it('leaves no word of the customer outside the declared fields', () => {
    const logs = everyKindOfEvent();
    const canaries = ['Ada', 'Byron', '612345678', 'ada@demo.test', '1 rue', 'secret-remark', 'pickup-1'];
    for (const { type, data } of logs) {
      const hidden = new Set(PERSONAL_DATA[type]?.fields);
      const clear = JSON.stringify(
        Object.fromEntries(Object.entries(data).filter(([field]) => !hidden.has(field))),
      );
      expect([type, canaries.filter((canary) => clear.includes(canary))]).toEqual([type, []]);
    }
  });

  it('names whose key seals every free text, in any order of commands', () => {
    const logs = fc.sample(steps(80), { numRuns: 80, seed: 7 }).flatMap((walk) => {
      const world = startWalk();
      for (const step of walk) take(world, step);
      return [...world.logs.values()].flat();
    });
    const seen = new Set<string>();
    for (const { type, data } of logs) {
      const { subject = '', fields = [] } = PERSONAL_DATA[type] ?? {};
      const facts = new Map<string, unknown>(Object.entries(data));
      if (!fields.some((field) => (facts.get(field) ?? null) !== null)) continue;
      expect([type, facts.get(subject)]).toEqual([type, expect.any(String)]);
      if (facts.has('reason')) seen.add(type);
    }
    expect([...seen].toSorted()).toEqual(expect.arrayContaining(['HoldPlaced', 'ItemStatusChanged']));
  });

  it('has none for a type without a field, nor for a type it does not know', () => {
    expect(PERSONAL_DATA['RmaDeposited']).not.toBeNull();
    expect(PERSONAL_DATA['ItemScanned']).toBeNull();
    expect(PERSONAL_DATA['NoSuchEvent'] ?? null).toBeNull();
  });
});
