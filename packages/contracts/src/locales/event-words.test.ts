import { describe, expect, it } from 'vitest';
import { Status } from '@atelier/domain/shared/status.ts';
import { eventWords } from './event-words.ts';

const words = (type: string, status: number | null = null, move: string | null = null) =>
  eventWords('en', { type, status, move });

describe('the sentence of an event', () => {
  it.each([
    [null, 'Repair process'],
    ['forward', 'Repair process'],
    ['rework', 'Sent back to: Repair process'],
    ['recall', 'Sent back to: Repair process'],
    ['undo', 'Undone, back at: Repair process'],
    ['undo-administrative', 'Undone, back at: Repair process'],
    ['administrative', 'By order clearing: Repair process'],
    ['override', 'Received without a package: Repair process'],
  ])('of the move %s to a stage is "%s"', (move, sentence) => {
    expect(words('ItemStatusChanged', Status.RepairProcess, move)).toBe(sentence);
  });

  it('of a move without a stage says that something was recorded', () => {
    expect(words('ItemStatusChanged', null, 'forward')).toBe('Recorded');
  });

  it('of another event is its own, also where a stage is given', () => {
    expect(words('FindingsSaved', Status.RepairProcess, 'undo')).toBe('Findings saved');
  });

  it('of a holder is the word for that holder', () => {
    expect(words('ItemLinked')).toBe('Continued as a new repair');
  });

  it('of an event without separate words is the common one', () => {
    expect(words('SomethingNew')).toBe('Recorded');
  });

  it('is said in the language that is asked for', () => {
    expect(eventWords('fr', { type: 'ItemScanned', status: null, move: null })).not.toBe(
      words('ItemScanned'),
    );
  });
});
