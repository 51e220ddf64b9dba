import { unreachable } from '../decider.ts';
import type { ItemScanned, ScansCleared } from './events.ts';
import type { Scans } from './item.ts';

export type ScanEvent = ItemScanned | ScansCleared;

export const NO_SCANS: Scans = { marks: [], last: null };

export function evolveScans(scans: Scans, event: ScanEvent): Scans {
  switch (event.type) {
    case 'ItemScanned':
      return scanned(scans, event.data);
    case 'ScansCleared':
      return { ...scans, marks: scans.marks.filter((mark) => mark.target !== event.data.target) };
    default:
      return unreachable(event);
  }
}

/** The first scan wins: what others scan at the same target after it is in the log, and takes no mark off its owner. */
function scanned(scans: Scans, { target, verdict, at, by, siteId }: ItemScanned['data']): Scans {
  const mark = { target, verdict, at, by: by.userId, workerId: by.workerId, siteId };
  if (verdict === 'accepted') return { marks: [...scans.marks, mark], last: mark };
  const first = [...scans.marks, scans.last].find((each) => each?.target === target);
  return { ...scans, last: first?.verdict === 'accepted' ? first : mark };
}
