import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../../lib/api/use-command.ts';
import type { Mark } from '../../../../shared/marks/mark.ts';
import { MarksDialog } from '../../../../shared/marks/marks-dialog.tsx';
import { useRefreshItem } from '../../../../shared/item/use-refresh-item.ts';
import { itemFileQuery } from '../../../../shared/queries/item.ts';
import type { PieceDialogProps } from './piece-action.ts';
import { useScansWait } from './use-scans-wait.ts';

/** The marks on the piece's pictures again: what the bench sees beside what the counter saw. */
export function ConditionDialog({ item, onClose }: PieceDialogProps) {
  const { t } = useTranslation('image');
  const file = useQuery(itemFileQuery(item.id)).data?.data;
  const refresh = useRefreshItem(item);
  useScansWait(onClose);
  const save = useCommand(
    (marks: readonly Mark[]) => ({
      path: '/rma/marks',
      body: { rma_item_id: item.id, marks: marks.map((mark) => ({ ...mark })) },
    }),
    {
      done: t('marks.done'),
      onSuccess: () => {
        refresh();
        onClose();
      },
    },
  );
  if (file === undefined) return null;
  return (
    <MarksDialog
      images={file.images}
      marks={file.marks}
      title={t('marks.dialog', { name: item.number })}
      busy={save.isPending}
      onSave={(marks) => save.mutate(marks)}
      onClose={onClose}
    />
  );
}
