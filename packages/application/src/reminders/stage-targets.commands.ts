import type { Caller, CommandServices } from '../commands/run-command.ts';
import { runItemCommand } from '../commands/item-command.ts';
import { listPassed, type PassedPiece } from '../dashboard/stage-targets.queries.ts';

/** Pieces that one run notes; the next run, a minute later, goes on. */
const MOST = 1_000;
const AT_ONCE = 10;

/**
 * Notes every piece that passed its stage's target. The key names the stay, so that two workers note it once; the command decides
 * again, so that a piece that moved or waits meanwhile is left alone.
 */
export async function notePassedTargets(
  services: CommandServices,
  callerFor: (key: string) => Caller,
): Promise<number> {
  const { stages } = services.policy();
  const pieces = await listPassed(services.db, stages, services.clock.now(), MOST);
  for (let from = 0; from < pieces.length; from += AT_ONCE)
    await Promise.all(pieces.slice(from, from + AT_ONCE).map((piece) => note(services, callerFor, piece)));
  return pieces.length;
}

function note(services: CommandServices, callerFor: (key: string) => Caller, piece: PassedPiece) {
  const { id, enteredAt, usualHours } = piece;
  const caller = callerFor(`stage-target-${id}-${enteredAt.getTime()}`);
  return runItemCommand(services, caller, id, () => ({ type: 'PassStageTarget', usualHours }));
}
