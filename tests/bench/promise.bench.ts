// npm run bench -- promise [--items 8000] [--seed 20261120] [--weeks 52]
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DAY_MS } from '@atelier/domain/kernel.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { pastOf, type Past } from './lib/promise-lives.ts';
import { replay, type Told } from './lib/promise-replay.ts';
import { markdownTable, whole } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: {
    items: { type: 'string', default: '8000' },
    seed: { type: 'string', default: '20261120' },
    weeks: { type: 'string', default: '52' },
  },
});
const NOW = new Date('2026-11-20T10:00:00.000Z');
/** Dates of the last weeks cannot be judged: most of their pieces are open when the history ends. */
const UNJUDGED_MS = 84 * DAY_MS;
const LEAST_GROUP = 200;

const began = performance.now();
const past = pastOf(Number(flags.seed), NOW, Number(flags.items));
const made = performance.now();
const until = NOW.getTime() - UNJUDGED_MS;
const told = await replay(past.lives, until - Number(flags.weeks) * 7 * DAY_MS, until, () =>
  process.stderr.write('.'),
);
process.stderr.write('\n');
const judged = told.filter(isJudged);

/** A piece that is still open is judged as far as its date has passed. */
function isJudged({ readyDay, latest }: Told): boolean {
  return readyDay !== null || latest < Math.floor(NOW.getTime() / DAY_MS) - 1;
}

interface Judged {
  readonly name: string;
  readonly count: number;
  readonly latest: number;
  readonly likely: number;
  readonly width: number;
  readonly off: number;
  readonly offAverage: number;
}

const share = (list: readonly Told[], is: (one: Told) => boolean): number =>
  (100 * list.filter(is).length) / list.length;
const mean = (list: readonly number[]): number =>
  list.reduce((sum, each) => sum + each, 0) / Math.max(1, list.length);

function judge(
  name: string,
  list: readonly Told[],
  dateOf = (one: Told): { likely: number; latest: number } => one,
): Judged {
  const ended = list.filter(({ readyDay }) => readyDay !== null);
  return {
    name,
    count: list.length,
    latest: share(list, (one) => one.readyDay !== null && one.readyDay <= dateOf(one).latest),
    likely: share(list, (one) => one.readyDay !== null && one.readyDay <= dateOf(one).likely),
    width: mean(list.map((one) => dateOf(one).latest - Math.floor(one.moment.piece.now))),
    off: mean(ended.map((one) => Math.abs(dateOf(one).likely - (one.readyDay ?? 0)))),
    offAverage: mean(ended.map((one) => Math.abs(one.average - (one.readyDay ?? 0)))),
  };
}

function groups(kind: string, keyOf: (one: Told) => string | number): readonly Judged[] {
  const by = Map.groupBy(judged, keyOf);
  return [...by]
    .filter(([, list]) => new Set(list.map(({ moment }) => moment.life)).size >= LEAST_GROUP)
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
    .map(([key, list]) => judge(`${kind} ${key}`, list));
}

const codeOf = ({ sites }: Past, id: number | null): string =>
  id === null ? 'unknown' : (sites.get(id) ?? String(id));
const isDeposit = ({ moment }: Told): boolean => moment === moment.life.moments[0];
const rows: readonly Judged[] = [
  judge('all', judged),
  judge('all, as told', judged, ({ shown }) => shown),
  judge('at deposit', judged.filter(isDeposit)),
  ...groups('stage', ({ moment }) => String(moment.piece.status).padStart(2, '0')),
  ...groups('stage and days', ({ moment }) => moment.described.stage.padStart(5, '0')),
  ...groups('order type', ({ moment }) => moment.piece.delivery),
  ...groups('factory', ({ moment }) => codeOf(past, moment.piece.factory)),
  ...groups('country', ({ moment }) => moment.piece.country),
  ...groups('shop', ({ moment }) => codeOf(past, moment.piece.storeId)),
  ...groups('collection', ({ moment }) => moment.piece.collection),
];
const text = (value: number): string => value.toFixed(1);
const HEAD = ['group', 'dates', 'P85 %', 'P50 %', 'days to P85', 'off, days', 'average of last month off'];
const lines = rows.map((row) => [
  row.name,
  whole(row.count),
  ...[row.latest, row.likely, row.width, row.off, row.offAverage].map(text),
]);
const pieces = new Set(told.map(({ moment }) => moment.life));
const moves = told.filter(({ isMove }) => isMove).length;
const moments = told.length;
const summary = {
  items: past.lives.length,
  pieces: pieces.size,
  dates: moments,
  movesPerPiece: moves / pieces.size - 1,
  undampedPerPiece: moments / pieces.size - 1,
  seconds: (performance.now() - began) / 1000,
};
process.stdout.write(`${markdownTable(HEAD, lines)}\n`);
process.stdout.write(`${JSON.stringify({ ...summary, madeSeconds: (made - began) / 1000 })}\n`);
const output = join(projectRoot, 'tests', 'results');
await mkdir(output, { recursive: true });
await writeFile(join(output, 'bench-promise.json'), `${JSON.stringify({ ...summary, rows }, null, 2)}\n`);
