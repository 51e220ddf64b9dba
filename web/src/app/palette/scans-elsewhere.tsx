import { useScansElsewhere } from '@atelier/browser-sync/wedge/use-wedge.ts';
import { findScanned } from '../../lib/page/palette-state.ts';

/** Puts the scans that no screen takes into the search box. Draws nothing. */
export function ScansElsewhere(): null {
  useScansElsewhere(findScanned);
  return null;
}
