// npm run bench -- simulation [--items 20000] [--seed 20261120]
import { parseArgs } from 'node:util';
import { generateReference } from '../../demo/reference/generate.ts';
import { fitFlow, withLives } from '@atelier/domain/insight/simulation/fit-flow.ts';
import { errorOf } from '@atelier/domain/insight/simulation/flow-model.ts';
import { simulate } from '@atelier/domain/insight/simulation/simulate.ts';
import { episodesBySite } from './lib/flow-episodes.ts';
import { toldBy } from './lib/promise-lives.ts';
import { markdownTable, whole } from './lib/table.ts';

const { values: flags } = parseArgs({
  options: { items: { type: 'string', default: '20000' }, seed: { type: 'string', default: '20261120' } },
});
const NOW = new Date('2026-11-20T10:00:00.000Z');
const PIECES = 100_000;

const reference = generateReference(NOW, Number(flags.seed));
const sites = new Map(reference.sites.map(({ id, code }) => [id, code]));
const past = episodesBySite(toldBy(reference, Number(flags.seed), NOW, Number(flags.items)));
const days = (hours: number) => (hours / 24).toFixed(1);
const rows: string[][] = [];
for (const [site, episodes] of past) {
  const began = performance.now();
  const model = await fitFlow(episodes, NOW.toISOString());
  const fitted = performance.now() - began;
  if (model?.check == null) continue;
  const { check } = model;
  const limits = model.stages.filter(({ places }) => places !== null);
  rows.push([
    sites.get(site) ?? String(site),
    whole(check.pieces),
    `${days(check.real.p50)} / ${days(check.simulated.p50)}`,
    `${days(check.real.p85)} / ${days(check.simulated.p85)}`,
    `${(100 * errorOf(check)).toFixed(1)} %`,
    limits.map(({ stage, places }) => `${stage}: ${places}`).join(', ') || 'none',
    whole(fitted),
  ]);
  const start = performance.now();
  const weekly = Array.from({ length: PIECES }, (_, index) => (index * 26 * 168) / PIECES);
  const done = simulate(withLives(weekly, model.lives, 1), model.stages, { from: 0, until: 26 * 168 });
  rows.at(-1)?.push(`${((performance.now() - start) / 1000).toFixed(1)} s`);
  if (done.pieces !== PIECES) throw new Error('a piece was lost');
}
process.stdout.write(
  `${markdownTable(['Site', 'Pieces checked', 'P50 days, real / simulated', 'P85', 'Error', 'Places seen', 'Learnt in ms', `${whole(PIECES)} pieces`], rows)}\n`,
);
