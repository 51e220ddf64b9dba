import { itemStream } from '@atelier/domain/kernel.ts';
import type { CommandOutcome } from '@atelier/application/commands/run-command.ts';
import { accepted } from '../http/caller.ts';
import { ok } from '../http/envelope.ts';

/** The answer of a command on one item: its id and new version, the fixed words, the position to read from. */
export function itemResponse(id: number, outcome: CommandOutcome, message = 'RMA has been updated') {
  const { versions, position } = accepted(outcome);
  return ok({ id, version: versions[itemStream(id)] ?? 0 }, { message, position });
}
