import type { PlacedHold } from '@atelier/domain/repair/holds/hold-rights.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session/use-session.ts';
import { CommandDialog } from '../form/command-dialog.tsx';
import { FormRadio, FormReason } from '../form/form-field.tsx';
import { placeableHolds, releasableHolds } from './hold-rules.ts';
import { useRefreshItem } from '../item/use-refresh-item.ts';

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
  const refresh = useRefreshItem(item);
  const isPlacing = direction === 'place';
  const open = isPlacing ? placeableHolds(item, allPermission) : releasableHolds(item, allPermission);
  const { number } = item;
  return (
    <CommandDialog<Hold, '/rma/hold' | '/rma/hold/release'>
      values={{ hold: open[0] ?? null, reason: '' }}
      title={t(isPlacing ? 'hold.title' : 'hold.releaseTitle', { number })}
      size={480}
      testId="hold"
      accept={t(isPlacing ? 'hold.yes' : 'hold.release')}
      call={(given) =>
        given.hold && {
          path: isPlacing ? '/rma/hold' : '/rma/hold/release',
          body: { rma_item_id: item.id, ...given },
        }
      }
      done={t(isPlacing ? 'hold.done' : 'hold.released', { number })}
      onDone={refresh}
      onClose={onClose}
    >
      {(at) => (
        <>
          <FormRadio
            {...at('hold')}
            look="cards"
            label={t('hold.which')}
            options={open.map((value) => ({ value, label: t(`hold.${value}`), testId: `hold-${value}` }))}
          />
          <FormReason {...at('reason')} />
        </>
      )}
    </CommandDialog>
  );
}
