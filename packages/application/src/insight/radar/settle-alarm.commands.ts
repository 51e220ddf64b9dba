import { acceptStreams } from '@atelier/domain/decider.ts';
import { settleAlarm, type AskedSettlement } from '@atelier/domain/insight/radar/alarms.ts';
import { RADAR_STREAM } from '@atelier/domain/insight/radar/events.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../../commands/run-command.ts';
import { radarOf } from './radar.queries.ts';

/** `POST /insight/alarm/settle`: explains an alarm. `not_found` for a number that no alarm has. */
export function settleDefectAlarm(
  services: CommandServices,
  caller: Caller,
  asked: AskedSettlement,
): Promise<CommandOutcome> {
  return runCommand(services, caller, {
    streams: [RADAR_STREAM],
    decide: (states, { now, actor: { userId, workerId } }) => {
      const known = radarOf(states.events(RADAR_STREAM));
      const decision = settleAlarm(known, asked, { now, by: { userId, workerId } });
      return decision.ok ? acceptStreams([{ streamId: RADAR_STREAM, events: decision.events }]) : decision;
    },
  });
}
