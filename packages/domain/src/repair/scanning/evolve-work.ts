import { unreachable } from '../../decider.ts';
import type { FindingsSaved, ItemReplaced, MeasurementsRecorded, OutcomeRecorded } from '../item/events.ts';
import type { Measurements } from '../../shared/item-facts.ts';
import type { PartsUsed } from '../parts/part-events.ts';
import { evolveParts } from '../parts/parts.ts';
import type { OldPiece, Work } from '../item/parts.ts';

export type WorkEvent = FindingsSaved | MeasurementsRecorded | PartsUsed | OutcomeRecorded | ItemReplaced;

export const NO_WORK: Work = {
  findings: null,
  measurements: { stoneCount: null, weightMg: null, photos: [] },
  parts: [],
  weighings: 0,
  lastWeighing: null,
  outcome: null,
  oldPieces: [],
};

/** What the factory found, measured, and made of it. */
export function evolveWork(work: Work, event: WorkEvent): Work {
  switch (event.type) {
    case 'FindingsSaved':
      return { ...work, findings: event.data.findings };
    case 'MeasurementsRecorded':
      return { ...work, ...weighed(work, event.data), measurements: measured(work.measurements, event.data) };
    case 'PartsUsed':
      return { ...work, parts: evolveParts(work.parts, event) };
    case 'OutcomeRecorded':
      return { ...work, outcome: event.data.outcome };
    case 'ItemReplaced':
      return { ...work, oldPieces: [...work.oldPieces, keptPiece(event.data.oldPiece)] };
    default:
      return unreachable(event);
  }
}

function weighed(
  { weighings, lastWeighing }: Work,
  { weightMg, replaces, status, at }: MeasurementsRecorded['data'],
): Pick<Work, 'weighings' | 'lastWeighing'> {
  if (weightMg === null) return { weighings, lastWeighing };
  return { weighings: replaces === true ? weighings : weighings + 1, lastWeighing: { status, at } };
}

/** A value measured again takes the place of the old one; pictures are added. */
function measured(
  before: Measurements,
  { stoneCount, weightMg, photos }: MeasurementsRecorded['data'],
): Measurements {
  return {
    stoneCount: stoneCount ?? before.stoneCount,
    weightMg: weightMg ?? before.weightMg,
    photos: [...before.photos, ...(photos ?? [])],
  };
}

function keptPiece({ sku, serial, keptBy }: ItemReplaced['data']['oldPiece']): OldPiece {
  return { sku, serial, custody: { kind: 'factory-kept', siteId: keptBy } };
}
