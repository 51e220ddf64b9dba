import { HOUR_MS } from '@atelier/domain/kernel.ts';
import type { ItemCommand, MeasurementsInput } from '@atelier/domain/repair/item/commands.ts';
import type { Item } from '@atelier/domain/repair/item/item.ts';
import { Status, type StatusId } from '@atelier/domain/shared/status.ts';
import { createRandom, type Random } from '../reference/random.ts';
import type { Visit } from './plan.ts';

/** Benches that take metal off. */
const TAKES_OFF: ReadonlySet<StatusId> = new Set([
  Status.RepairProcess,
  Status.RepairPolish,
  Status.AssemblySettingStone,
]);
/** One weighing in so many finds a difference that no record explains. */
const DIFFERS_ONCE_IN = 160;
/** A bench takes metal from stock, and records it at once. */
const SOLDER_AFTER_MS = 0.5 * HOUR_MS;

/** Apart from the piece's other choices: weights change nothing else of the demo. */
const choices = (id: number, what: string): Random => createRandom(id, `weights ${what}`);

/** What a scale shows when a piece comes to a stage, with what was taken off since it was weighed last. */
export function weighed(item: Item): MeasurementsInput {
  const random = choices(item.id, String(item.work.weighings));
  const before = (item.work.measurements.weightMg ?? item.weights.totalMg ?? 4_000) + addedSince(item);
  const takesOff = TAKES_OFF.has(item.status);
  const [scrapMg, lossMg] = takesOff ? [random.int(0, 24), random.int(2, 30)] : [0, 0];
  const differs = random.int(1, DIFFERS_ONCE_IN) === 1 ? -random.int(30, 220) : 0;
  const weightMg = Math.max(200, before - scrapMg - lossMg + random.int(-1, 1) + differs);
  return { weightMg, ...(takesOff && { scrapMg, lossMg }) };
}

function addedSince({ work: { parts, lastWeighing } }: Item): number {
  const since = parts.filter(({ at }) => lastWeighing !== null && at > lastWeighing.at);
  return since.flatMap(({ lines }) => lines).reduce((sum, { weightMg }) => sum + (weightMg ?? 0), 0);
}

/** Solder for one repair in five, where the piece stays long enough at the bench; null = none. */
export function solderAt(
  id: number,
  visit: Visit,
  next: Visit | undefined,
): { readonly at: number; readonly command: ItemCommand } | null {
  const random = choices(id, `solder ${visit.at}`);
  const stays = next !== undefined && next.at - visit.at > 4 * SOLDER_AFTER_MS;
  if (visit.status !== Status.RepairProcess || !stays || !random.chance(0.2)) return null;
  const line = { kind: 'metal', code: '18K solder', pieces: null, weightMg: random.int(20, 180) } as const;
  return { at: visit.at + SOLDER_AFTER_MS, command: { type: 'RecordParts', lines: [line], corrects: null } };
}
