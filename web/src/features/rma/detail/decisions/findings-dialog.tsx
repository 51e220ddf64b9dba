import type { ItemView } from '@atelier/contracts/rma/schema.ts';
import { useController, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../../lib/api/use-command.ts';
import { FormDialog } from '../../../../shared/form/form-dialog.tsx';
import { CostTag } from '../../../../shared/scan/cost-tag.tsx';
import { draftOf, findingsBodyOf, type FindingsDraft } from '../../../../shared/scan/findings-state.ts';
import { QualityFields } from '../../../../shared/scan/quality-panel.tsx';
import { useDone } from './use-done.ts';
import '../../../../shared/scan/scan.css';

/** `POST /operationAddSav`: findings without a move, with the choices of the two checks (product/repair.md §11). */
export function FindingsDialog({ item, onClose }: { item: ItemView; onClose: () => void }) {
  const { t } = useTranslation('decisions');
  const done = useDone(item, onClose);
  const form = useForm<{ findings: FindingsDraft }>({ defaultValues: { findings: draftOf(item) } });
  const { field } = useController({ control: form.control, name: 'findings' });
  const save = useCommand(
    (given: FindingsDraft) => ({
      path: '/operationAddSav',
      body: { id: item.id, findings: findingsBodyOf(item, given) },
    }),
    { onSuccess: () => done(t('findings.done')) },
  );
  return (
    <FormDialog
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
      busy={save.isPending}
      onSubmit={({ findings }) => save.mutate(findings)}
      onClose={onClose}
    >
      <QualityFields item={item} draft={field.value} isSaved={false} onChange={field.onChange} />
    </FormDialog>
  );
}
