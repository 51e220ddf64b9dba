import { describe, expect, it } from 'vitest';
import { Journal, type JournalEntry } from './journal.ts';

const moved = (id: number, from: string, to: string): JournalEntry => ({
  kind: 'item',
  id,
  topics: new Set([to]),
  left: new Set([from]),
});

const idsOf = (journal: Journal, position: number, topic: string): readonly number[] =>
  journal.since(position, topic).map(({ id }) => id);

describe('the journal', () => {
  it('says what a topic missed since a position, also of what left it', () => {
    const journal = new Journal(0, 10);
    journal.push({ position: 5, entries: [moved(1, 'store:1', 'store:2')] });
    journal.push({ position: 9, entries: [moved(2, 'store:3', 'store:1'), moved(3, 'store:3', 'store:2')] });
    expect(idsOf(journal, 0, 'store:1')).toEqual([1, 2]);
    expect(idsOf(journal, 5, 'store:1')).toEqual([2]);
    expect(idsOf(journal, 7, 'store:2')).toEqual([3]);
    expect(idsOf(journal, 9, 'store:2')).toEqual([]);
    expect(idsOf(journal, 0, 'store:4')).toEqual([]);
  });

  it('forgets its oldest batches in every topic, and reaches back to the end of the last one forgotten', () => {
    const journal = new Journal(0, 2);
    journal.push({ position: 5, entries: [moved(1, 'store:1', 'store:2')] });
    journal.push({ position: 6, entries: [moved(2, 'store:1', 'store:2')] });
    journal.push({ position: 7, entries: [moved(3, 'store:2', 'store:3')] });
    expect([journal.reaches(4), journal.reaches(5)]).toEqual([false, true]);
    expect(idsOf(journal, 0, 'store:1')).toEqual([2]);
    expect(idsOf(journal, 5, 'store:2')).toEqual([2, 3]);
    journal.push({ position: 8, entries: [moved(4, 'store:4', 'store:4'), moved(5, 'store:4', 'store:5')] });
    expect(idsOf(journal, 0, 'store:2')).toEqual([]);
    expect(idsOf(journal, 7, 'store:4')).toEqual([4, 5]);
  });

  it('knows nothing of another history', () => {
    const journal = new Journal(0, 2);
    journal.push({ position: 5, entries: [moved(1, 'store:1', 'store:2')] });
    journal.restart(20);
    expect(journal.reaches(19)).toBe(false);
    expect(idsOf(journal, 0, 'store:1')).toEqual([]);
  });
});
