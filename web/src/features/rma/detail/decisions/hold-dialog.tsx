import type { PlacedHold } from '@atelier/domain/repair/hold-rights.ts';
import type { ItemView } from '@atelier/contracts/rma/schema.ts';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../../lib/api/use-command.ts';
import { useSession } from '../../../../lib/session/use-session.ts';
import { FormDialog } from '../../../../shared/form/form-dialog.tsx';
import { FormRadio, FormReason } from '../../../../shared/form/form-field.tsx';
import { placeableHolds, releasableHolds } from './hold-rules.ts';
import { useDone } from './use-done.ts';

interface HoldDialogProps {
  item: ItemView;
  direction: 'place' | 'release';
  onClose: () => void;
}

interface Hold {
  hold: PlacedHold | null;
  reason: string;
}

/** Holds a piece or lets it go on, with the reason (product/repair.md §4). */
export function HoldDialog({ item, direction, onClose }: HoldDialogProps) {
  const { t } = useTranslation('decisions');
  const { allPermission } = useSession().view;
  const done = useDone(item, onClose);
  const isPlacing = direction === 'place';
  const open = isPlacing ? placeableHolds(item, allPermission) : releasableHolds(item, allPermission);
  const form = useForm<Hold>({ defaultValues: { hold: open[0] ?? null, reason: '' } });
  const { number } = item;
  const change = useCommand(
    (given: Hold) => ({
      path: isPlacing ? '/rma/hold' : '/rma/hold/release',
      body: { rma_item_id: item.id, ...given },
    }),
    { onSuccess: () => done(t(isPlacing ? 'hold.done' : 'hold.released', { number })) },
  );
  return (
    <FormDialog
      form={form}
      title={t(isPlacing ? 'hold.title' : 'hold.releaseTitle', { number })}
      size={480}
      testId="hold"
      accept={t(isPlacing ? 'hold.yes' : 'hold.release')}
      busy={change.isPending}
      onSubmit={(given) => given.hold !== null && change.mutate(given)}
      onClose={onClose}
    >
      <FormRadio
        form={form}
        name="hold"
        look="cards"
        label={t('hold.which')}
        options={open.map((value) => ({ value, label: t(`hold.${value}`), testId: `hold-${value}` }))}
      />
      <FormReason form={form} name="reason" testId="hold-reason" />
    </FormDialog>
  );
}
