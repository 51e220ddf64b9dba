import type { Figure, Unknown } from '@atelier/domain/insight/figures.ts';
import type { Path } from '@atelier/domain/insight/process.ts';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { ChangeFigures, FigureQuery, FigureState } from './use-figure-state.ts';

/** Which pieces are opened: a figure, and what narrows it to one of its marks. */
export interface OpenedFigure {
  readonly figure: Figure;
  readonly from?: string;
  readonly to?: string;
  readonly shop_id?: number;
  readonly factory_id?: number;
  readonly line?: string;
  readonly sku?: string;
  readonly unknown?: Unknown;
  readonly currency?: string;
  readonly fate?: 'approved' | 'declined' | 'waived' | 'unanswered';
  readonly from_days?: number;
  readonly to_days?: number;
  readonly from_status?: number;
  readonly status?: number;
  readonly path?: Path;
}

export interface FigureProps {
  readonly state: FigureState;
  readonly query: FigureQuery;
  readonly change: ChangeFigures;
  readonly open: (opened: OpenedFigure) => void;
}

interface OpenPiecesProps extends OpenedFigure {
  readonly count: number;
  readonly open: FigureProps['open'];
}

/** "Open 5,443 pieces"; nothing where there are none. */
export function OpenPieces({ count, open, ...opened }: OpenPiecesProps) {
  const { t } = useTranslation('insight');
  const { number } = useStaffFormat();
  if (count === 0) return null;
  return (
    <button type="button" className="link" onClick={() => open(opened)} data-testid={`open-${opened.figure}`}>
      {t('open', { count, shown: number(count) })}
    </button>
  );
}
