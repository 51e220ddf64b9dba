import type { ItemView } from '@atelier/domain/rma/contract.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/ui/button.tsx';
import { RadioGroup } from '../../components/ui/choice.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { TextArea } from '../../components/ui/text-field.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { backwardMoves, onwardMoves } from './move-options.ts';
import { useMove } from './use-move.ts';

type Movable = Pick<ItemView, 'id' | 'number' | 'rma_status_id'>;

export interface MoveDialogProps {
  item: Movable;
  /** `on` along the way, `back` with a reason. */
  direction: 'on' | 'back';
  onClose: () => void;
}

/** Asks where a piece goes: the stages that the table of moves and the person's permissions offer. */
export function MoveDialog({ item, direction, onClose }: MoveDialogProps) {
  const { t } = useTranslation('piece');
  const { allPermission } = useSession().view;
  const isBack = direction === 'back';
  const targets = isBack
    ? backwardMoves(item.rma_status_id, allPermission)
    : onwardMoves(item.rma_status_id, allPermission);
  const [target, setTarget] = useState<number | null>(
    targets.length === 1 || !isBack ? (targets[0] ?? null) : null,
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
              label: t(`status.${value}`),
              testId: `move-to-${value}`,
            }))}
            onChange={setTarget}
            error={isTried && target === null ? t('move.targetRequired') : undefined}
          />
          {isBack && (
            <TextArea
              label={t('move.reason')}
              required
              value={reason}
              maxLength={2000}
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

/** Leaves the factory without repair: why, and as what (product.md §3 "return unrepaired"). */
export function UnrepairedDialog({ item, onClose }: { item: Movable; onClose: () => void }) {
  const { t } = useTranslation('piece');
  const [outcome, setOutcome] = useState<'unrepaired' | 'counterfeit'>('unrepaired');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const move = useMove(onClose);
  const submit = () => {
    setTried(true);
    if (reason.trim() === '') return;
    move.mutate({
      itemId: item.id,
      number: item.number,
      target: 13,
      move: 'return_unrepaired',
      outcome,
      reason: reason.trim(),
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('unrepaired.title', { number: item.number })}
      size={460}
      testId="unrepaired-dialog"
      footer={
        <Button
          variant="primary"
          size="large"
          busy={move.isPending}
          onClick={submit}
          testId="unrepaired-accept"
        >
          {t('unrepaired.yes')}
        </Button>
      }
    >
      <div className="stack">
        <RadioGroup
          look="cards"
          label={t('unrepaired.outcome')}
          value={outcome}
          options={(['unrepaired', 'counterfeit'] as const).map((value) => ({
            value,
            label: t(`outcome.${value}`),
          }))}
          onChange={setOutcome}
        />
        <TextArea
          label={t('move.reason')}
          required
          value={reason}
          maxLength={2000}
          onChange={(event) => setReason(event.target.value)}
          error={isTried && reason.trim() === '' ? t('move.reasonRequired') : undefined}
        />
      </div>
    </Dialog>
  );
}
