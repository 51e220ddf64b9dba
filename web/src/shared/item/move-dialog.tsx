import { Status } from '@atelier/domain/shared/status.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { RadioGroup } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { backwardMoves, onwardMoves } from './move-options.ts';
import { useMove } from './use-move.ts';

type Movable = Pick<ItemView, 'id' | 'number' | 'rma_status_id' | 'outcome'>;

export interface MoveDialogProps {
  item: Movable;
  /** `on` along the way, `back` with a reason. */
  direction: 'on' | 'back';
  /** Where the piece had better go: chosen beforehand, where it is offered. */
  suggested?: number | null;
  onClose: () => void;
}

/** What is suggested, else the next stage: the SAV check is for pieces whose findings ask for it. */
function firstChoice(targets: readonly number[], suggested: number | null): number | null {
  if (suggested !== null && targets.includes(suggested)) return suggested;
  return targets.find((target) => target !== Status.SAVCheckResult) ?? targets[0] ?? null;
}

/** Asks where a piece goes: the stages that the table of moves and the person's permissions offer. */
export function MoveDialog({ item, direction, suggested = null, onClose }: MoveDialogProps) {
  const { t } = useTranslation(['piece', 'status']);
  const { allPermission } = useSession().view;
  const isBack = direction === 'back';
  const targets = isBack
    ? backwardMoves(item.rma_status_id, allPermission)
    : onwardMoves(item.rma_status_id, allPermission, item.outcome);
  const [target, setTarget] = useState<number | null>(() =>
    targets.length === 1 || !isBack ? firstChoice(targets, suggested) : null,
  );
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const move = useMove(onClose);
  const needsReason = isBack && reason.trim() === '';
  const submit = () => {
    setTried(true);
    if (target === null || needsReason) return;
    move.mutate({
      itemId: item.id,
      number: item.number,
      target,
      ...(isBack && { move: 'rework', reason: reason.trim() }),
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(isBack ? 'move.back' : 'move.on', { number: item.number })}
      size={460}
      testId="move-dialog"
      footer={
        targets.length > 0 && (
          <Button
            variant="primary"
            size="large"
            busy={move.isPending}
            autoFocus={!isBack}
            onClick={submit}
            testId="move-accept"
          >
            {t(isBack ? 'move.yesBack' : 'move.yes')}
          </Button>
        )
      }
    >
      {targets.length === 0 ? (
        <p>{t('move.none')}</p>
      ) : (
        <div className="stack">
          <RadioGroup
            look="cards"
            label={t('move.target')}
            value={target}
            options={targets.map((value) => ({
              value: value as number,
              label: t(`status:name.${value}`),
              testId: `move-to-${value}`,
            }))}
            onChange={setTarget}
            error={isTried && target === null ? t('move.targetRequired') : undefined}
          />
          {isBack && (
            <TextArea
              label={t('terms:field.reason')}
              required
              value={reason}
              maxLength={TEXT_LENGTH.reason}
              onChange={(event) => setReason(event.target.value)}
              error={isTried && needsReason ? t('move.reasonRequired') : undefined}
              testId="move-reason"
            />
          )}
        </div>
      )}
    </Dialog>
  );
}
