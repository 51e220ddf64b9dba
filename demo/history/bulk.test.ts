import { describe, expect, it, vi } from 'vitest';
import { demoPeople } from '../people.ts';
import { bulkHistories } from './testing-bulk.ts';
import { countBy, Retold } from './testing.ts';

vi.setConfig({ testTimeout: 60_000 });

const NOW = new Date('2026-11-20T10:00:00.000Z');
const options = { seed: 3, now: NOW, people: demoPeople(3), items: 250, chunk: 100 };
const chunks = [...bulkHistories(options)];
const worlds = chunks.map((chunk) => new Retold(chunk.commands));
const items = worlds.flatMap((world) => world.allItems);

describe('histories for benchmarks', () => {
  it('makes exactly as many jewels as wanted, chunk by chunk, with unique ids', () => {
    expect(worlds.map((world) => world.allItems.length)).toEqual([100, 100, 50]);
    expect(new Set(items.map((item) => item.id)).size).toBe(250);
    expect(
      new Set(worlds.flatMap((world) => world.allShipments).map((each) => each.trackingNumber)).size,
    ).toBe(worlds.reduce((sum, world) => sum + world.shipments.size, 0));
  });

  it('gives every chunk separate pieces, so that none is made twice', () => {
    const [first = new Set(), second = new Set()] = worlds.map(
      (world) => new Set(world.allItems.map((item) => item.product.serial)),
    );
    expect([...first].filter((serial) => second.has(serial))).toEqual([]);
  });

  it('leaves the youngest where they have come to, and ends the oldest', () => {
    const statuses = countBy(items, (item) => item.status);
    expect(statuses.get(21)).toBeGreaterThan(150);
    expect(statuses.size).toBeGreaterThan(5);
  });

  it('is the same for the same seed', () => {
    expect(JSON.stringify([...bulkHistories(options)].map((chunk) => chunk.commands))).toBe(
      JSON.stringify(chunks.map((chunk) => chunk.commands)),
    );
  });
});
