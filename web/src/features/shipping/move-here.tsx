import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import type { useMoveHere } from '../../shared/pick-list/use-move-here.ts';

export interface MoveHereProps {
  piece: Pick<ItemView, 'id' | 'number' | 'tracking_number'>;
  move: ReturnType<typeof useMoveHere>;
  disabled?: boolean;
}

/** Takes a piece over from the draft it lies in. */
export function MoveHere({ piece, move, disabled = false }: MoveHereProps) {
  const { t } = useTranslation('packing');
  return (
    <Button
      disabled={disabled || move.isBusy}
      onClick={() => move.run(piece)}
      testId={`move-here-${piece.number}`}
    >
      {t('moveHere')}
    </Button>
  );
}
