import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { ArrowRight, CornerUpLeft, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import type { useCards } from './use-cards.ts';
import { Shortcut } from '../../../shared/keys/shortcut.tsx';

/** What the keys B, R and U do with the chosen card, as buttons for a finger. */
export function CardActions({ item, cards }: { item: ItemView; cards: ReturnType<typeof useCards> }) {
  const { t } = useTranslation(['piece', 'common']);
  return (
    <div className="row gap-8 card-actions" data-testid="card-actions">
      <bdi className="strong num nowrap">{item.number}</bdi>
      <Button
        icon={<ArrowRight size={16} className="flips" aria-hidden />}
        iconAfter={<Shortcut of="boards.on" />}
        onClick={() => cards.ask('on')}
        testId="card-on"
      >
        {t('piece:move.yes')}
      </Button>
      <Button
        icon={<CornerUpLeft size={16} className="flips" aria-hidden />}
        iconAfter={<Shortcut of="boards.back" />}
        onClick={() => cards.ask('back')}
        testId="card-back"
      >
        {t('piece:move.yesBack')}
      </Button>
      {cards.undo.isOffered(item) && (
        <Button
          icon={<Undo2 size={16} className="flips" aria-hidden />}
          iconAfter={<Shortcut of="boards.undo" />}
          onClick={() => cards.undo.run(item)}
          busy={cards.undo.isPending}
          testId="card-undo"
        >
          {t('common:undo')}
        </Button>
      )}
    </div>
  );
}
