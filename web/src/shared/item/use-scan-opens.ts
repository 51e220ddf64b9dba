import { useNavigate } from 'react-router-dom';
import { findScanned } from '../../lib/page/palette-state.ts';
import { readRmaPath } from './open-piece.ts';
import { useFindPiece } from './use-find-piece.ts';

/** Opens a scanned piece on its own page, ready to work on; any other code goes into the search box. */
export function useScanOpens(): (code: string) => void {
  const navigate = useNavigate();
  return useFindPiece((piece) => void navigate(readRmaPath(piece)), findScanned).run;
}
