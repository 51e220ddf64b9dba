import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { useController, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CommandDialog } from '../../../shared/form/command-dialog.tsx';
import { CostTag } from '../../../shared/scan/cost-tag.tsx';
import { draftOf, findingsBodyOf, type FindingsDraft } from '../../../shared/scan/findings-state.ts';
import { QualityFields } from '../../../shared/scan/quality-panel.tsx';
import { useRefreshItem } from '../../../shared/item/use-refresh-item.ts';
import '../../../shared/scan/scan.css';

/** `POST /operationAddSav`: findings without a move, with the choices of the two checks (product/repair.md §11). */
export function FindingsDialog({ item, onClose }: { item: ItemView; onClose: () => void }) {
  const { t } = useTranslation('decisions');
  const refresh = useRefreshItem(item);
  const form = useForm<{ findings: FindingsDraft }>({ defaultValues: { findings: draftOf(item) } });
  const { field } = useController({ control: form.control, name: 'findings' });
  return (
    <CommandDialog
      form={form}
      title={t('findings.title', { number: item.number })}
      size={620}
      testId="findings"
      accept={t('findings.yes')}
      note={
        <span className="foot-note row gap-0">
          <CostTag cause={field.value.cause} />
        </span>
      }
      call={({ findings }) => ({
        path: '/operationAddSav',
        body: { id: item.id, findings: findingsBodyOf(item, findings) },
      })}
      done={t('findings.done')}
      onDone={refresh}
      onClose={onClose}
    >
      <QualityFields item={item} draft={field.value} isSaved={false} onChange={field.onChange} />
    </CommandDialog>
  );
}
