import type { FigureProps } from '../open-pieces.tsx';
import type { FlowQuery } from './flow-queries.ts';

export interface FlowProps {
  readonly query: FlowQuery;
  readonly open: FigureProps['open'];
  readonly openPiece: (piece: { readonly itemId: number; readonly rmaId: number }) => void;
}
