import { describe, expect, test } from 'vitest';
import { filePlace, KeyTree, personPlaces } from './key-tree.ts';

const fresh = () => new KeyTree(personPlaces('salt'), new Map([['', Buffer.alloc(32, 9)]]));
const persons = Array.from({ length: 2_000 }, (_, index) => `customer-${index}`);
const leaves = (tree: KeyTree) => persons.map((person) => tree.leafOf(person)?.toString('hex'));

describe('a key tree', () => {
  test('gives each person a distinct secret, the same one each time', () => {
    expect(leaves(fresh())).toEqual(leaves(fresh()));
    expect(new Set(leaves(fresh())).size).toBe(persons.length);
    expect(new KeyTree(personPlaces('another'), fresh().nodes).leafOf('customer-1')).not.toEqual(
      fresh().leafOf('customer-1'),
    );
  });

  test('loses the secrets that are destroyed, and no other', () => {
    const before = leaves(fresh());
    const gone = persons.filter((_, index) => index % 3 === 0);
    const tree = fresh().without(gone.slice(0, 300)).without(gone);
    const after = leaves(tree);
    for (const [index, leaf] of after.entries())
      expect(leaf).toBe(index % 3 === 0 ? undefined : before[index]);
  });

  test('holds nothing from which a destroyed secret could be made: no node above it, and not itself', () => {
    const destroyed = fresh().leafOf('customer-7');
    const tree = fresh().without(['customer-7']);
    const held = [...tree.nodes.values()].map((secret) => secret.toString('hex'));
    expect(held).not.toContain(destroyed?.toString('hex'));
    expect(tree.nodes.has('')).toBe(false);
    // Three children beside the way, at each of 32 levels.
    expect(tree.nodes.size).toBe(96);
  });

  test('does not change when a person’s key is destroyed again', () => {
    const once = fresh().without(['customer-7']);
    expect(once.without(['customer-7']).nodes).toEqual(once.nodes);
  });
});

describe('a key tree of files', () => {
  const files = (count: number) => Array.from({ length: count }, (_, index) => String(index));
  const empty = () => new KeyTree(filePlace, new Map([['', Buffer.alloc(32, 9)]]));

  test('loses the secrets that are destroyed, and no other', () => {
    const all = files(500);
    const before = all.map((file) => empty().leafOf(file)?.toString('hex'));
    const tree = empty().without(all.filter((_, index) => index % 3 === 0));
    for (const [index, file] of all.entries())
      expect(tree.leafOf(file)?.toString('hex')).toBe(index % 3 === 0 ? undefined : before[index]);
    expect(new Set(before).size).toBe(500);
  });

  test('holds no more secrets than files that are left, and few once a stretch is destroyed', () => {
    const all = files(4_096);
    const scattered = empty().without(all.filter((_, index) => index % 8 !== 0));
    expect(scattered.nodes.size).toBeLessThan(4_096 / 8 + 3 * 16);
    expect(empty().without(all).nodes.size).toBeLessThan(3 * 16);
  });
});
