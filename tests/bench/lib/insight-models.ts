import { fitFlows } from '@atelier/application/insight/fit-flow.commands.ts';
import { fitModel } from '@atelier/application/promise/fit-model.commands.ts';
import type { Caller, CommandServices } from '@atelier/application/commands/run-command.ts';
import { weekStart } from '@atelier/domain/dashboard/iso-week.ts';
import { RADAR_STREAM, type RadarEvent } from '@atelier/domain/insight/radar/events.ts';
import { movedBy } from '@atelier/domain/insight/periods.ts';
import { SYSTEM } from '@atelier/domain/kernel.ts';
import { eventMetadata } from './event.ts';

const LINES = ['Aurore', 'Constellation', 'Nocturne', 'Rivage'];
const WEEKS = 40;

const caller: Caller = { actor: SYSTEM, scope: { kind: 'all' }, metadata: eventMetadata };

/** What jobs have learnt by then: a model of dates, one of each factory, and forty weeks of the radar with an alarm in each. */
export async function learnModels(services: CommandServices): Promise<void> {
  await fitModel(services, caller);
  await fitFlows(services, caller);
  const at = services.clock.now().toISOString();
  const events = Array.from({ length: WEEKS }, (_, index) => weekOf(at, index)).flat();
  await services.store.append({
    streams: [{ streamId: RADAR_STREAM, expectedVersion: 0, events }],
    metadata: eventMetadata,
  });
}

function weekOf(now: string, index: number): readonly RadarEvent[] {
  const monday = weekStart(now).slice(0, 10);
  const week = movedBy({ from: monday, to: monday }, 7 * (index - WEEKS)).from;
  const at = movedBy({ from: week, to: week }, 7).from + 'T03:20:00.000Z';
  const series = {
    product: LINES[index % LINES.length] ?? null,
    pooled: null,
    reasonId: 1 + (index % 3),
    factoryId: 31 + (index % 2),
  };
  const raised = {
    number: index + 1,
    week,
    since: week,
    count: 90,
    expected: 40,
    bound: 71.2,
    pieces: 90,
    expectedPieces: 40,
    at,
  };
  return [
    { type: 'DefectWeekWatched', data: { week, series: 96, at } },
    { type: 'DefectAlarmRaised', data: { ...series, ...raised } },
  ];
}
