import type { ClientBase } from 'pg';
import type { ReadBehind, SentReads } from '../types.ts';

/** Sends reads, those of one sender together. A read that is there twice is sent once. */
export function sendReads(client: ClientBase, reads: readonly ReadBehind[]): SentReads {
  const bySender = Map.groupBy(new Set(reads), ({ sender }) => sender);
  const sent = new Map([...bySender].map(([sender, asked]) => [sender, sender.send(client, asked)]));
  const clean = Promise.all([...sent.values()].map(({ isClean }) => isClean));
  return {
    keep: (read) => sent.get(read.sender)?.keep(read),
    isClean: clean.then((all) => !all.includes(false)),
  };
}
