import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type Call } from '../../faults/support/caller.ts';
import { expectLive, goTo } from '../../e2e/support/windows.ts';
import { mainThread, openScreen, startProfile, type Screen } from './paint-browser.ts';
import { watchGaps } from './paint-watch.ts';
import type { PaintWorld } from './paint-world.ts';
import { markdownTable, whole } from './table.ts';

interface StreamLoad {
  /** Commands a second, one event each. */
  readonly rate: number;
  readonly seconds: number;
  /** Where the profile of the board's main thread goes. */
  readonly profile: string | undefined;
}

interface Streamed {
  readonly rate: number;
  readonly failed: number;
  readonly frames: number;
  readonly bytes: number;
  readonly longTasks: readonly number[];
  readonly dropped: number;
  readonly drawn: number;
  /** Of each second, the part that the board's main thread works before the stream begins. */
  readonly idle: number;
  /** Of the board's main thread for an event, microseconds; what it does without any event is in it. */
  readonly cpu: Readonly<Record<'all' | 'script' | 'style' | 'layout', number>>;
}

const FRAME_MS = 1_000 / 60;

/** A board in a browser while pieces all over it are scanned and moved. */
export async function measureStream(
  world: PaintWorld,
  rounds: number,
  load: StreamLoad,
): Promise<readonly Streamed[]> {
  const board = await openScreen(world.url, 'factory');
  await goTo(board.page, '/operation/dashboard');
  await board.page.getByTestId('lane-4').locator('.card').first().waitFor();
  await expectLive(board.page);
  const callOf = await callsOver(world);
  const streams: Streamed[] = [];
  for (let round = 0; round < rounds; round += 1) {
    streams.push(await measureRound(world, board, callOf, load));
  }
  await board.close();
  return streams;
}

/** By where it stands: the bench that a piece is scanned for. */
const SCANNED_FOR: readonly (readonly [status: number, target: number])[] = [
  [4, 6],
  [5, 6],
  [9, 12],
  [12, 13],
];

/** Half moves, back and forth between two benches; a quarter scans, a quarter such marks cleared. One event each. */
async function callsOver(world: PaintWorld): Promise<(turn: number) => Call> {
  const scanned: { readonly id: number; readonly target: number }[] = [];
  for (const [status, target] of SCANNED_FOR) {
    const ids = await world.standing(status);
    scanned.push(...ids.map((id) => ({ id, target })));
    for (let from = 0; from < ids.length; from += MOST_CLEARED)
      await world.clear(ids.slice(from, from + MOST_CLEARED), target);
  }
  const stones = await world.standing(10);
  const moved = [...stones, ...(await world.standing(11))];
  const atStones = new Set(stones);
  return (turn) => {
    const index = Math.floor(turn / 2);
    if (turn % 2 === 0) {
      const { id, target } = at(scanned, index);
      const isMarked = Math.floor(index / scanned.length) % 2 === 1;
      if (isMarked) return { method: 'POST', path: '/scan/clear', body: { ids: [id], target } };
      return { method: 'POST', path: '/scan', body: { code: String(id), target } };
    }
    const id = at(moved, index);
    const isAway = Math.floor(index / moved.length) % 2 === 1;
    const target = atStones.has(id) === isAway ? 10 : 11;
    return { method: 'PUT', path: '/rmastatus', body: { id, rma_status_id: target } };
  };
}

const MOST_CLEARED = 200;

function at<T>(list: readonly T[], index: number): T {
  const one = list[index % list.length];
  if (one === undefined) throw new Error('the board has no such pieces');
  return one;
}

let turns = 0;

async function measureRound(
  world: PaintWorld,
  board: Screen,
  callOf: (turn: number) => Call,
  { rate, seconds, profile }: StreamLoad,
): Promise<Streamed> {
  const idle = await idleShare(board);
  const before = await mainThread(board);
  const start = await board.page.evaluate(() => ({ ...window.paintWatch }));
  await board.page.evaluate(watchGaps);
  const recording = profile === undefined ? undefined : await startProfile(board);
  const answers: Promise<boolean>[] = [];
  const began = performance.now();
  for (let sent = 0; sent < rate * seconds; sent += 1) {
    const wait = began + (sent * 1_000) / rate - performance.now();
    if (wait > 1) await sleep(wait);
    const asked = ask(world.url, world.site.token, callOf(turns++));
    // A call that got no answer is one that failed.
    answers.push(
      asked.then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
  }
  const failed = (await Promise.all(answers)).filter((isGood) => !isGood).length;
  const taken = (performance.now() - began) / 1_000;
  await sleep(500);
  const end = await board.page.evaluate(() => ({ ...window.paintWatch }));
  const after = await mainThread(board);
  if (profile !== undefined)
    await writeFile(`${profile}-stream.cpuprofile`, JSON.stringify(await recording?.()));
  const spent = (name: string): number =>
    (((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1e6) / answers.length;
  return {
    rate: answers.length / taken,
    failed,
    frames: end.frames - start.frames,
    bytes: end.bytes - start.bytes,
    longTasks: end.longTasks,
    idle,
    drawn: end.gaps.length,
    dropped: end.gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0),
    cpu: {
      all: spent('TaskDuration'),
      script: spent('ScriptDuration'),
      style: spent('RecalcStyleDuration'),
      layout: spent('LayoutDuration'),
    },
  };
}

const IDLE_MS = 3_000;

async function idleShare(board: Screen): Promise<number> {
  await board.page.evaluate(watchGaps);
  const before = await mainThread(board);
  await sleep(IDLE_MS);
  const after = await mainThread(board);
  return (((after.get('TaskDuration') ?? 0) - (before.get('TaskDuration') ?? 0)) * 1_000) / IDLE_MS;
}

export function printStream(streams: readonly Streamed[]): void {
  const rows = streams.map((one) => [
    one.rate.toFixed(0),
    whole(one.failed),
    whole(one.frames),
    whole(one.bytes / 1_024),
    whole(one.longTasks.length),
    Math.max(0, ...one.longTasks).toFixed(0),
    `${whole(one.dropped)} of ${whole(one.drawn + one.dropped)}`,
    whole(one.cpu.all),
    whole(one.cpu.script),
    whole(one.cpu.style + one.cpu.layout),
    `${(one.idle * 100).toFixed(0)} %`,
  ]);
  const head = [
    'events/s',
    'failed',
    'frames',
    'kB',
    'tasks over 50 ms',
    'longest ms',
    'drawings missed',
    'main thread µs an event',
    'script',
    'style and layout',
    'idle before',
  ];
  process.stdout.write(`The board under a stream of events\n\n${markdownTable(head, rows)}\n\n`);
}
