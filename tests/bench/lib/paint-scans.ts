import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectLive, goTo } from '../../e2e/support/windows.ts';
import { mainThread, openScreen, scanKeys, startProfile, type Screen } from './paint-browser.ts';
import type { PaintWatch } from './paint-watch.ts';
import type { PaintWorld } from './paint-world.ts';
import { median, percentile } from './stats.ts';
import { markdownTable } from './table.ts';

/** Milliseconds from the scanner's Enter, or of a part of the way. */
type Parts = Readonly<Record<(typeof PARTS)[number], number>>;

const PARTS = [
  'scan → painted in the other browser',
  'Enter → request sent',
  'request sent → answer',
  'answer → frame in the other browser',
  'frame → its card changed',
  'card changed → painted',
  'scan → pending painted',
  'scan → verdict painted',
] as const;

const SCANNED_AT = 4;
const BENCH = { target: 6, path: '/operation/6/RepairQC/' };
/** A card that washes is not watched again before. */
const WASH_MS = 700;

/** Scans at a bench in one browser, each painted on the board of another. */
/** What one round showed: each scan's parts, and what it cost the main threads. */
interface ScanRound {
  readonly scans: readonly Parts[];
  /** Milliseconds of main thread a scan, of either browser. */
  readonly cpu: { readonly bench: number; readonly board: number };
}

export async function measureScans(
  world: PaintWorld,
  rounds: number,
  scans: number,
  profile: string | undefined,
): Promise<readonly ScanRound[]> {
  const [bench, board] = await Promise.all([
    openScreen(world.url, 'factory'),
    openScreen(world.url, 'factory'),
  ]);
  await goTo(bench.page, BENCH.path);
  await bench.page.getByTestId('count-expected').waitFor();
  await goTo(board.page, '/operation/dashboard');
  await board.page.getByTestId(`lane-${SCANNED_AT}`).locator('.card').first().waitFor();
  await Promise.all([bench, board].map(({ page }) => expectLive(page)));
  const samples: ScanRound[] = [];
  const recording = profile === undefined ? undefined : await startProfile(bench);
  for (let round = 0; round <= rounds; round += 1) {
    const measured = await measureRound(world, bench, board, scans);
    // The first round warms up and is not counted.
    if (round > 0) samples.push(measured);
  }
  if (profile !== undefined)
    await writeFile(`${profile}-scan.cpuprofile`, JSON.stringify(await recording?.()));
  await Promise.all([bench.close(), board.close()]);
  return samples;
}

async function measureRound(
  world: PaintWorld,
  bench: Screen,
  board: Screen,
  scans: number,
): Promise<ScanRound> {
  const measured: Parts[] = [];
  const before = await Promise.all([bench, board].map(spent));
  while (measured.length < scans) {
    const cards = await cardsInSight(board);
    await world.clear(
      cards.map(({ id }) => id),
      BENCH.target,
    );
    await sleep(WASH_MS);
    for (const { number } of cards.slice(0, scans - measured.length)) {
      const parts = await measureOne(bench, board, number);
      if (parts !== undefined) measured.push(parts);
      // Screens are drawn sixty times a second: no two scans at the same moment of a drawing.
      await sleep(120 + Math.random() * 100);
    }
  }
  const after = await Promise.all([bench, board].map(spent));
  const [ofBench = 0, ofBoard = 0] = after.map((ms, index) => (ms - (before[index] ?? 0)) / scans);
  return { scans: measured, cpu: { bench: ofBench, board: ofBoard } };
}

const spent = async (screen: Screen): Promise<number> =>
  ((await mainThread(screen)).get('TaskDuration') ?? 0) * 1_000;

/** The pieces whose cards are seen whole in the lane from which the bench takes its work. */
async function cardsInSight({
  page,
}: Screen): Promise<readonly { readonly id: number; readonly number: string }[]> {
  return page
    .getByTestId(`lane-${SCANNED_AT}`)
    .locator('.cards')
    .evaluate((box) => {
      const edge = box.getBoundingClientRect();
      return [...box.querySelectorAll('.card')]
        .filter((card) => {
          const { top, bottom } = card.getBoundingClientRect();
          return top >= edge.top && bottom <= edge.bottom;
        })
        .map((card) => ({
          id: Number(card.id.replace('card-', '')),
          number: card.getAttribute('data-testid')?.replace('card-', '') ?? '',
        }));
    });
}

/** Undefined, and said, where a scan was not painted in time: it is missing from the figures. */
async function measureOne(bench: Screen, board: Screen, number: string): Promise<Parts | undefined> {
  await Promise.all([bench, board].map((screen) => watch(screen, number)));
  const asked = { polling: 50, timeout: 10_000 };
  const painted = board.page.waitForFunction(() => window.paintWatch.paintedAt > 0, undefined, asked);
  const final = bench.page.waitForFunction(() => window.paintWatch.finalAt > 0, undefined, asked);
  await scanKeys(bench, number);
  const isPainted = await Promise.all([painted, final]).then(
    () => true,
    () => false,
  );
  const [here, there] = await Promise.all([bench, board].map(noted));
  if (!isPainted || here?.request === undefined || there === undefined) {
    process.stderr.write(`not painted within 10 s: ${number}\n`);
    return undefined;
  }
  const from = here.enterAt;
  return {
    'scan → painted in the other browser': there.paintedAt - from,
    'Enter → request sent': here.request.sentAt - from,
    'request sent → answer': here.request.answeredAt - here.request.sentAt,
    'answer → frame in the other browser': there.frameAt - here.request.answeredAt,
    'frame → its card changed': there.changedAt - there.frameAt,
    'card changed → painted': there.paintedAt - there.changedAt,
    'scan → pending painted': here.pendingAt - from,
    'scan → verdict painted': here.finalAt - from,
  };
}

const watch = ({ page }: Screen, number: string): Promise<void> =>
  page.evaluate((watched) => {
    const nothing = { enterAt: 0, frameAt: 0, changedAt: 0, paintedAt: 0, pendingAt: 0, finalAt: 0 };
    Object.assign(window.paintWatch, { ...nothing, number: watched, request: undefined });
  }, number);

const noted = ({ page }: Screen): Promise<PaintWatch> => page.evaluate(() => window.paintWatch);

/** Medians over the rounds of each round's percentiles. */
export function printScans(rounds: readonly ScanRound[]): void {
  const rows = PARTS.map((part) => {
    const sorted = rounds.map(({ scans }) => scans.map((scan) => scan[part]).toSorted((a, b) => a - b));
    const at = (share: number) => median(sorted.map((values) => percentile(values, share))).toFixed(1);
    return [part, at(0.5), at(0.9), at(0.99)];
  });
  const cpu = (of: 'bench' | 'board') => median(rounds.map((round) => round.cpu[of])).toFixed(1);
  process.stdout.write(
    `W2: a scan, painted\n\n${markdownTable(['ms', 'p50', 'p90', 'p99'], rows)}\n\n` +
      `Main thread: ${cpu('bench')} ms a scan at the bench, ${cpu('board')} ms at the board.\n\n`,
  );
}
