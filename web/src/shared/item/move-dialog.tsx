import { Status } from '@atelier/domain/shared/status.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@atelier/ui/windows/dialog.tsx';
import { useSession } from '../../lib/session/use-session.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import { FormRadio, FormReason } from '../form/form-field.tsx';
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

interface Move {
  target: number | null;
  reason: string;
}

/** Asks where a piece goes: the stages that the table of moves and the person's permissions offer. */
export function MoveDialog({ item, direction, suggested = null, onClose }: MoveDialogProps) {
  const { t } = useTranslation(['piece', 'status']);
  const { allPermission } = useSession().view;
  const isBack = direction === 'back';
  const targets = isBack
    ? backwardMoves(item.rma_status_id, allPermission)
    : onwardMoves(item.rma_status_id, allPermission, item.outcome);
  const target = targets.length === 1 || !isBack ? firstChoice(targets, suggested) : null;
  const form = useForm<Move>({ defaultValues: { target, reason: '' } });
  const move = useMove(onClose);
  const submit = (given: Move) =>
    given.target !== null &&
    move.mutate({
      itemId: item.id,
      number: item.number,
      target: given.target,
      ...(isBack && { move: 'rework', reason: given.reason }),
    });
  const frame = {
    title: t(isBack ? 'move.back' : 'move.on', { number: item.number }),
    size: 460,
    onClose,
  };
  if (targets.length === 0)
    return (
      <Dialog open {...frame} testId="move-dialog">
        <p>{t('move.none')}</p>
      </Dialog>
    );
  return (
    <FormDialog
      {...frame}
      form={form}
      testId="move"
      accept={t(isBack ? 'move.yesBack' : 'move.yes')}
      button={{ size: 'large', autoFocus: !isBack }}
      busy={move.isPending}
      onSubmit={submit}
    >
      <FormRadio
        form={form}
        name="target"
        look="cards"
        label={t('move.target')}
        required={t('move.targetRequired')}
        options={targets.map((value) => ({
          value: value as number,
          label: t(`status:name.${value}`),
          testId: `move-to-${value}`,
        }))}
      />
      {isBack && (
        <FormReason form={form} name="reason" required={t('move.reasonRequired')} testId="move-reason" />
      )}
    </FormDialog>
  );
}
