import { DAY_MS } from '@atelier/domain/kernel.ts';
import { describe, expect, it } from 'vitest';
import { type DraftDevice, DraftStore } from './draft-store.ts';
import { KEPT_DAYS } from './draft-names.ts';

/** A device whose clock and refusals a test sets. */
function deviceWith(stored: Record<string, unknown> = {}) {
  const kept = new Map(Object.entries(stored));
  const state = { now: 100 * DAY_MS, isWritable: true };
  const device: DraftDevice = {
    names: () => [...kept.keys()],
    read: (name) => Promise.resolve(kept.get(name) ?? null),
    write: (name, value) => {
      if (state.isWritable) kept.set(name, value);
      return Promise.resolve(state.isWritable);
    },
    forget: (name) => Promise.resolve(void kept.delete(name)),
    now: () => state.now,
  };
  return { device, kept, state };
}

const open = (device: DraftDevice, owner = 'user-1') => new DraftStore<string>(device, owner, 'findings.19');

describe('drafts on a device', () => {
  it('come back only to the person who wrote them', async () => {
    const { device } = deviceWith();
    open(device).set('7', 'Customers Issue');
    const again = open(device);
    await again.ready;
    expect(again.values().get('7')).toBe('Customers Issue');
    const other = open(device, 'worker-2');
    await other.ready;
    expect(other.values().size).toBe(0);
  });

  it('do not replace what was changed while they were being read', async () => {
    const { device } = deviceWith({
      'atelier.drafts.user-1.findings.19.7': { at: 100 * DAY_MS, value: 'old' },
    });
    const store = open(device);
    store.set('7', 'new');
    await store.ready;
    expect(store.values().get('7')).toBe('new');
    const dropped = open(device);
    dropped.drop(['7']);
    await dropped.ready;
    expect(dropped.values().has('7')).toBe(false);
  });

  it('are gone from the device once they are dropped', async () => {
    const { device, kept } = deviceWith();
    const store = open(device);
    store.set('7', 'x');
    store.drop(['7', '8']);
    await store.ready;
    expect(kept.size).toBe(0);
    expect(store.isKept()).toBe(true);
  });

  it(`are forgotten after ${KEPT_DAYS} days`, async () => {
    const { device, state, kept } = deviceWith();
    open(device).set('7', 'x');
    state.now += KEPT_DAYS * DAY_MS + 1;
    const store = open(device);
    await store.ready;
    expect(store.values().size).toBe(0);
    expect(kept.size).toBe(0);
  });

  it('say while leaving would lose something', async () => {
    const { device, state } = deviceWith();
    const store = open(device);
    await store.ready;
    store.set('7', 'x');
    expect(store.isKept()).toBe(false);
    await Promise.resolve();
    await Promise.resolve();
    expect(store.isKept()).toBe(true);
    state.isWritable = false;
    store.set('7', 'y');
    await Promise.resolve();
    await Promise.resolve();
    expect(store.isKept()).toBe(false);
  });

  it('follow what another window of the person wrote', async () => {
    const { device } = deviceWith();
    const one = open(device);
    const other = open(device);
    await Promise.all([one.ready, other.ready]);
    one.set('7', 'Design Issue');
    await other.readAgain('atelier.drafts.user-1.findings.19.7');
    expect(other.values().get('7')).toBe('Design Issue');
    one.drop(['7']);
    await other.readAgain('atelier.drafts.user-1.findings.19.7');
    expect(other.values().size).toBe(0);
  });
});
