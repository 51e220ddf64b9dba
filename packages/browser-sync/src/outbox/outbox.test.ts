import { describe, expect, it } from 'vitest';
import { Outbox, type OutboxEntry } from './outbox.ts';

interface Note extends OutboxEntry {
  readonly text: string;
}
const note = (text: string): Note => ({ key: `key of ${text}`, text, refusal: null });
/** `null` is a failure that may pass, a word is a final refusal. */
type Failure = { readonly refusal: string | null };

/** An outbox whose server fails as given, then accepts; retries come at once. */
function bench(failures: Failure[], stored: Note[] = []) {
  const sent: Note[] = [];
  let disk: readonly Note[] = stored;
  const outbox = new Outbox<Note>({
    load: async () => disk,
    save: async (notes) => {
      disk = notes;
    },
    send: async (entry) => {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      sent.push(entry);
    },
    refusalOf: (error) => (error as Failure).refusal,
    onSent: () => undefined,
    wait: async () => undefined,
  });
  const quiet = () => new Promise((resolve) => setTimeout(resolve, 5));
  return { outbox, sent, quiet, disk: () => disk };
}

describe('the outbox', () => {
  it('keeps an entry until the server has it', async () => {
    const { outbox, sent, quiet, disk } = bench([]);
    outbox.add(note('one'));
    expect(outbox.all()).toHaveLength(1);
    await quiet();
    expect(sent).toEqual([note('one')]);
    expect(disk()).toEqual([]);
  });

  it('retries under the same key, in the order written', async () => {
    const { outbox, sent, quiet } = bench([{ refusal: null }, { refusal: null }]);
    outbox.add(note('one'));
    outbox.add(note('two'));
    await quiet();
    expect(sent).toEqual([note('one'), note('two')]);
  });

  it('keeps a refused entry with its reason and sends the next one', async () => {
    const { outbox, sent, quiet } = bench([{ refusal: 'text_too_long' }]);
    outbox.add(note('far too long'));
    outbox.add(note('short'));
    await quiet();
    expect(sent).toEqual([note('short')]);
    expect(outbox.all().map(({ refusal }) => refusal)).toEqual(['text_too_long']);
  });

  it('takes up what an earlier page left', async () => {
    const { outbox, sent, quiet } = bench([], [note('left over')]);
    await outbox.resume();
    await quiet();
    expect(sent).toEqual([note('left over')]);
  });

  it('saves changed entries, and only these', async () => {
    const { outbox, quiet, disk } = bench([{ refusal: 'no' }]);
    outbox.add(note('one'));
    await quiet();
    const before = disk();
    outbox.update((entry) => entry);
    expect(disk()).toBe(before);
    outbox.update((entry) => ({ ...entry, text: '' }));
    expect(disk().map(({ text }) => text)).toEqual(['']);
  });
});
