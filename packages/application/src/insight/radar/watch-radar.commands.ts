import { setImmediate } from 'node:timers/promises';
import { acceptStreams } from '@atelier/domain/decider.ts';
import { weekStart } from '@atelier/domain/dashboard/iso-week.ts';
import { watchWeek, type Suspicion } from '@atelier/domain/insight/radar/alarms.ts';
import { RADAR_STREAM } from '@atelier/domain/insight/radar/events.ts';
import { movedBy } from '@atelier/domain/insight/periods.ts';
import { runCommand, type Caller, type CommandServices } from '../../commands/run-command.ts';
import { inScope } from '../../platform/database.ts';
import { waitForReadModel } from '../../shared/wait-for-read-model.ts';
import { watchSeries } from '../../shared/radar/watch-series.ts';
import { radarOf } from './radar.queries.ts';
import { defectSeries, type SeriesOfWeeks } from './series.queries.ts';
import { watchedSeries, type WatchedSeries } from './watched-series.queries.ts';

const weekAfter = (monday: string, weeks: number): string =>
  movedBy({ from: monday, to: monday }, 7 * weeks).from;

/**
 * Judges every finished week that was not judged yet, oldest first; before the first, the last one alone. Answers how many. A
 * week is judged as it stood at its end, so a late run finds what a punctual one would have found.
 * @throws when the read model stays behind the log
 */
export async function watchRadar(
  services: CommandServices,
  callerFor: (week: string) => Caller,
): Promise<number> {
  await waitForReadModel(services.db, 'piece_facts');
  const due = await weeksDue(services);
  for (const week of due) await watchOne(services, callerFor(week), week);
  return due.length;
}

async function weeksDue({ store, clock }: CommandServices): Promise<readonly string[]> {
  const running = weekStart(clock.now().toISOString()).slice(0, 10);
  const { watched } = radarOf((await store.readStream(RADAR_STREAM)).events);
  const due: string[] = [];
  const first = watched === null ? weekAfter(running, -1) : weekAfter(watched.week, 1);
  for (let week = first; week < running; week = weekAfter(week, 1)) due.push(week);
  return due;
}

/** Two workers may judge the same week: the second one reads that it is judged, and writes nothing. */
async function watchOne(services: CommandServices, caller: Caller, week: string): Promise<void> {
  const moment = { asOf: `${weekAfter(week, 1)}T00:00:00.000Z`, knownAt: null };
  const weeks = await inScope(services.db, { kind: 'all' }, (trx) =>
    defectSeries(trx, { moment, now: services.clock.now() }),
  );
  const watched = watchedSeries(weeks.series);
  const suspicions = await suspicionsIn(watched, weeks);
  await runCommand(services, caller, {
    streams: [RADAR_STREAM],
    decide: (states, context) => {
      const known = radarOf(states.events(RADAR_STREAM));
      const decision = watchWeek(known, { week, series: watched.length, suspicions }, context);
      return decision.ok ? acceptStreams([{ streamId: RADAR_STREAM, events: decision.events }]) : decision;
    },
  });
}

/** Other work of the process goes on between the series. */
async function suspicionsIn(
  watched: readonly WatchedSeries[],
  { from }: SeriesOfWeeks,
): Promise<readonly Suspicion[]> {
  const found: Suspicion[] = [];
  for (const { series, counts } of watched) {
    await setImmediate();
    const judged = watchSeries(counts) ?? [];
    const newest = judged.at(-1);
    if (newest?.isAlarm !== true) continue;
    const weeks = judged.map(({ count, expected, bound }, index) => ({
      week: weekAfter(from, index),
      count,
      expected,
      bound,
    }));
    found.push({ series, began: weekAfter(from, newest.began ?? judged.length - 1), weeks });
  }
  return found;
}
