import type { ClientBase } from 'pg';
import { sendTogether } from '@atelier/postgres/prepared-client.ts';
import type { Write } from './send-batch.ts';
import type { ReadBehind, SentReads } from '../types.ts';

/** Decorates writing: reads leave in the same write as the statement of their commands, and count when these are kept. */
export function withReadBehind(inner: Write): Write {
  return (client, batch) => {
    const reads = batch.flatMap(({ behind }) => behind ?? []);
    const [written, sent] = sendTogether(client, () => [inner(client, batch), sendReads(client, reads)]);
    const settled = written.settled.then((results) => {
      for (const [index, { behind }] of batch.entries())
        if (behind !== undefined && !(results[index] instanceof Error)) sent.keep(behind);
      return results;
    });
    const isClean = Promise.all([written.isClean, sent.isClean]).then((all) => !all.includes(false));
    return { settled, isClean };
  };
}

/** Sends reads, those of one sender together. A read that is there twice is sent once. */
function sendReads(client: ClientBase, reads: readonly ReadBehind[]): SentReads {
  const bySender = Map.groupBy(new Set(reads), ({ sender }) => sender);
  const sent = new Map([...bySender].map(([sender, asked]) => [sender, sender.send(client, asked)]));
  const clean = Promise.all([...sent.values()].map(({ isClean }) => isClean));
  return {
    keep: (read) => sent.get(read.sender)?.keep(read),
    isClean: clean.then((all) => !all.includes(false)),
  };
}
