// npm run bench -- gold [--pieces 1000000] [--differences 1000] [--seed 20261128]
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { differenceOf, verdictOf, type WeighingInterval } from '@atelier/domain/repair/weights/interval.ts';
import { evolveWeights, type WeightLedger } from '@atelier/domain/repair/weights/ledger.ts';
import { projectRoot } from '@atelier/host/files.ts';
import { createRandom } from '../../demo/reference/random.ts';
import { markdownTable, whole } from './lib/table.ts';
import { weighedLife, type Injected, type Tally, type WeighedLife } from './lib/weighed-lives.ts';

const { values: flags } = parseArgs({
  options: {
    pieces: { type: 'string', default: '1000000' },
    differences: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '20261128' },
  },
});
const pieces = Number(flags.pieces);
const differences = Number(flags.differences);
const random = createRandom(Number(flags.seed), 'gold');
const began = performance.now();

/** Which pieces lose something: spread over all of them. */
const chosen = new Set<number>();
while (chosen.size < differences) chosen.add(random.int(1, pieces));

const counts = {
  unbalanced: 0,
  tallied: 0,
  onePinned: 0,
  enclosed: 0,
  wrong: 0,
  unjudged: 0,
  unseen: 0,
  falsely: 0,
  flagged: 0,
};
const sum: Tally = { intervals: 0, inMg: 0, addedMg: 0, outMg: 0, scrapMg: 0, lossMg: 0 };
let missingMg = 0;

for (let id = 1; id <= pieces; id += 1) {
  const life = weighedLife(id, random, chosen.has(id));
  const { intervals } = folded(life);
  addUp(intervals, life.tally);
  judge(intervals, life.injected);
  if (id % 50_000 === 0) process.stderr.write('.');
}
process.stderr.write('\n');

function folded({ events }: WeighedLife): WeightLedger {
  let ledger: WeightLedger | undefined;
  for (const event of events) ledger = evolveWeights(ledger, event);
  if (ledger === undefined) throw new Error('a life without a deposit');
  return ledger;
}

/** To the milligram, against what the maker of the life counted. */
function addUp(intervals: readonly WeighingInterval[], tally: Tally): void {
  const own: Tally = { intervals: intervals.length, inMg: 0, addedMg: 0, outMg: 0, scrapMg: 0, lossMg: 0 };
  let difference = 0;
  for (const interval of intervals) {
    const { inMg, addedMg, outMg, scrapMg, lossMg } = interval;
    if (inMg + addedMg !== outMg + scrapMg + lossMg - differenceOf(interval)) counts.unbalanced += 1;
    own.inMg += inMg;
    own.addedMg += addedMg;
    own.outMg += outMg;
    own.scrapMg += scrapMg;
    own.lossMg += lossMg;
    difference += differenceOf(interval);
  }
  if (JSON.stringify(own) !== JSON.stringify(tally)) counts.tallied += 1;
  for (const key of ['intervals', 'inMg', 'addedMg', 'outMg', 'scrapMg', 'lossMg'] as const)
    sum[key] += own[key];
  missingMg += difference;
}

function holds({ spans }: WeighingInterval, { from, until }: Injected): boolean {
  return spans.some((span) => span.from <= from && span.until >= until);
}

function judge(intervals: readonly WeighingInterval[], injected: Injected | null): void {
  const beyond = intervals.filter((one) => verdictOf(one) === 'beyond');
  counts.flagged += beyond.length;
  const right = injected === null ? undefined : intervals.find((one) => holds(one, injected));
  counts.falsely += beyond.filter((one) => one !== right).length;
  if (injected === null) return;
  if (right === undefined) counts.wrong += 1;
  else if (verdictOf(right) === 'unjudged') counts.unjudged += 1;
  else if (!beyond.includes(right)) counts.unseen += 1;
  else if (right.spans.length === 1) counts.onePinned += 1;
  else counts.enclosed += 1;
}

const pinned = counts.onePinned + counts.enclosed;
const summary = {
  pieces,
  ...sum,
  missingMg,
  injected: differences,
  pinned,
  ...counts,
  falseShare: counts.falsely / Math.max(1, counts.flagged),
  seconds: (performance.now() - began) / 1000,
};
const share = (count: number): string => `${whole(count)} (${((100 * count) / differences).toFixed(1)} %)`;
process.stdout.write(
  `${markdownTable(
    ['what', 'count'],
    [
      ['pieces', whole(pieces)],
      ['intervals between weighings', whole(sum.intervals)],
      ['in + added, mg', whole(sum.inMg + sum.addedMg)],
      ['out + scrap + loss, mg', whole(sum.outMg + sum.scrapMg + sum.lossMg)],
      ['difference, mg', whole(missingMg)],
      ['intervals that do not add up', whole(counts.unbalanced)],
      ['pieces that differ from the raw count', whole(counts.tallied)],
      ['injected differences', whole(differences)],
      ['pinned to the one span', share(counts.onePinned)],
      ['pinned to the shortest interval with the span', share(counts.enclosed)],
      ['pinned to another', share(counts.wrong)],
      ['inside an interval that is not judged', share(counts.unjudged)],
      ['not seen', share(counts.unseen)],
      ['reported beyond tolerance', whole(counts.flagged)],
      ['of these false', `${whole(counts.falsely)} (${(100 * summary.falseShare).toFixed(2)} %)`],
      ['seconds', summary.seconds.toFixed(0)],
    ],
  )}\n`,
);
const output = join(projectRoot, 'tests', 'results');
await mkdir(output, { recursive: true });
await writeFile(join(output, 'bench-gold.json'), `${JSON.stringify(summary, null, 2)}\n`);
const isExact =
  counts.unbalanced === 0 &&
  counts.tallied === 0 &&
  sum.inMg + sum.addedMg === sum.outMg + sum.scrapMg + sum.lossMg - missingMg;
if (!isExact) throw new Error('the balance is not exact');
if (counts.wrong > 0 || summary.falseShare > 0.01) throw new Error('differences are pinned to other spans');
