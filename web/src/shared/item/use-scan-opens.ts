import { useNavigate } from 'react-router-dom';
import { readRmaPath } from './open-piece.ts';
import { useFindPiece } from './use-find-piece.ts';

/** Opens a scanned piece on its own page, ready to work on. */
export function useScanOpens(): (code: string) => void {
  const navigate = useNavigate();
  return useFindPiece((piece) => void navigate(readRmaPath(piece))).run;
}
