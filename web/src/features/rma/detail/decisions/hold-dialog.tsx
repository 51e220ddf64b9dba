import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import type { PlacedHold } from '@atelier/domain/repair/hold-rights.ts';
import type { ItemView } from '@atelier/domain/rma/schema.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import { RadioGroup } from '../../../../ui/choice.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { TextArea } from '../../../../ui/text-field.tsx';
import { useCommand } from '../../../../lib/api/use-command.ts';
import { useSession } from '../../../../lib/session/use-session.ts';
import { placeableHolds, releasableHolds } from './hold-rules.ts';
import { useDone } from './use-done.ts';

interface HoldDialogProps {
  item: ItemView;
  direction: 'place' | 'release';
  onClose: () => void;
}

/** Holds a piece or lets it go on, with the reason (product/repair.md §4). */
export function HoldDialog({ item, direction, onClose }: HoldDialogProps) {
  const { t } = useTranslation(['decisions', 'common']);
  const { allPermission } = useSession().view;
  const done = useDone(item, onClose);
  const isPlacing = direction === 'place';
  const open = isPlacing ? placeableHolds(item, allPermission) : releasableHolds(item, allPermission);
  const [hold, setHold] = useState<PlacedHold | null>(open[0] ?? null);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const { number } = item;
  const change = useCommand<{ hold: PlacedHold; reason: string }>(
    (given) => ({
      path: isPlacing ? '/rma/hold' : '/rma/hold/release',
      body: { rma_item_id: item.id, ...given },
    }),
    {
      onSuccess: () =>
        done(isPlacing ? t('decisions:hold.done', { number }) : t('decisions:hold.released', { number })),
    },
  );
  const submit = () => {
    setTried(true);
    if (hold !== null && reason.trim() !== '') change.mutate({ hold, reason: reason.trim() });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={isPlacing ? t('decisions:hold.title', { number }) : t('decisions:hold.releaseTitle', { number })}
      size={480}
      testId="hold-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button variant="primary" busy={change.isPending} onClick={submit} testId="hold-accept">
            {t(isPlacing ? 'decisions:hold.yes' : 'decisions:hold.release')}
          </Button>
        </>
      }
    >
      <div className="stack">
        <RadioGroup
          look="cards"
          label={t('decisions:hold.which')}
          value={hold}
          options={open.map((value) => ({
            value,
            label: t(`decisions:hold.${value}`),
            testId: `hold-${value}`,
          }))}
          onChange={setHold}
        />
        <TextArea
          label={t('terms:field.reason')}
          required
          value={reason}
          maxLength={TEXT_LENGTH.reason}
          onChange={(event) => setReason(event.target.value)}
          error={isTried && reason.trim() === '' ? t('decisions:reason.required') : undefined}
          testId="hold-reason"
        />
      </div>
    </Dialog>
  );
}
