import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ConfirmDialog } from '@atelier/ui/windows/dialog.tsx';
import { noticeError } from '../../lib/api/notice-error.ts';
import type { Pile } from './piles.ts';
import type { useBasketCommands } from './use-basket.ts';
import { Shortcut } from '../../shared/keys/shortcut.tsx';

export interface PileActionsProps {
  pile: Pile;
  factory: number | null;
  commands: ReturnType<typeof useBasketCommands>;
}

/** The pieces of a pile that are not ticked and may go. */
export const tickable = ({ waiting }: Pile): readonly number[] =>
  waiting.filter((row) => row.can_transfer).map(({ id }) => id);

/** Ticks all that may go, or unticks all after a question. */
export function PileActions({ pile, factory, commands }: PileActionsProps) {
  const { t } = useTranslation('transfer');
  const [isAsked, setAsked] = useState(false);
  const ids = tickable(pile);
  const ticked = pile.ticked.map(({ id }) => id);
  if (factory === null) return null;
  return (
    <span className="row wrap">
      <Button
        variant="quiet"
        disabled={ticked.length === 0}
        onClick={() => setAsked(true)}
        testId="clear-all"
      >
        {t('basket.clear')}
      </Button>
      <Button
        disabled={ids.length === 0}
        busy={commands.assign.isPending}
        onClick={() => commands.assign.mutate({ ids, factory }, { onError: noticeError })}
        iconAfter={<Shortcut of="transfer.tickAll" />}
        testId="tick-all"
      >
        {t('tabs.tickAll')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={t('basket.clearTitle')}
        confirmLabel={t('basket.clear')}
        onConfirm={() =>
          commands.takeOut.mutateAsync(ticked).then(
            () => true,
            () => true,
          )
        }
        onClose={() => setAsked(false)}
        testId="confirm-clear"
      >
        <p>{t('basket.clearBody', { count: ticked.length })}</p>
      </ConfirmDialog>
    </span>
  );
}
