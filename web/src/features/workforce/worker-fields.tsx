import { BARCODE, WORKER_LENGTH } from '@atelier/domain/workforce/contract.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { Split } from '@atelier/ui/layout/split.tsx';
import { FormSelect, FormText } from '../../shared/form/form-field.tsx';
import type { WorkerValues } from './worker-form.ts';
import type { SiteView, WorkerRoleView, WorkerView } from './queries.ts';

export interface WorkerFieldsProps {
  form: UseFormReturn<WorkerValues>;
  base: WorkerView | null;
  roles: readonly WorkerRoleView[];
  sites: readonly SiteView[];
  /** The barcode came from the scanner. */
  isScanned: boolean;
}

export function WorkerFields(props: WorkerFieldsProps) {
  return (
    <>
      <PersonFields {...props} />
      <DoorFields {...props} />
      <PostFields {...props} />
    </>
  );
}

function PersonFields({ form }: WorkerFieldsProps) {
  const { t } = useTranslation('workers');
  return (
    <Split>
      <FormText
        form={form}
        name="WorkerID"
        label={t('terms:field.workId')}
        required
        dir="ltr"
        spellCheck={false}
        maxLength={WORKER_LENGTH.workerId}
        hint={t('workIdHint')}
        testId="worker-field-WorkerID"
      />
      <FormText
        form={form}
        name="WorkerName"
        label={t('name')}
        required
        maxLength={TEXT_LENGTH.personName}
        testId="worker-field-WorkerName"
      />
    </Split>
  );
}

/** What opens the station: the badge, and a PIN beside it where one is wanted. */
function DoorFields({ form, base, isScanned }: WorkerFieldsProps) {
  const { t } = useTranslation('workers');
  const kept = base !== null;
  const isPinRemoved = form.watch('isPinRemoved');
  const removePin = (isRemoved: boolean): void => {
    form.setValue('isPinRemoved', isRemoved);
    if (isRemoved) form.resetField('Pin');
  };
  return (
    <>
      <FormText
        form={form}
        name="Barcode"
        label={t('barcode')}
        required={!kept}
        dir="ltr"
        spellCheck={false}
        maxLength={BARCODE.most}
        placeholder={base?.Barcode ?? ''}
        hint={isScanned ? t('scanned') : t(kept ? 'barcodeKept' : 'barcodeHint')}
        testId="worker-field-Barcode"
      />
      <FormText
        form={form}
        name="Pin"
        label={t('pin')}
        type="password"
        inputMode="numeric"
        dir="ltr"
        autoComplete="new-password"
        maxLength={WORKER_LENGTH.pin}
        hint={t(base?.HasPin ? 'pinKept' : 'pinHint')}
        disabled={isPinRemoved}
        testId="worker-field-Pin"
      />
      {base?.HasPin && (
        <Checkbox
          label={t('pinRemove')}
          checked={isPinRemoved}
          onChange={removePin}
          testId="worker-field-pin-remove"
        />
      )}
    </>
  );
}

function PostFields({ form, roles, sites }: WorkerFieldsProps) {
  const { t } = useTranslation('workers');
  return (
    <>
      <Split>
        <FormSelect
          form={form}
          name="Role"
          label={t('role')}
          required
          placeholder={t('choose')}
          options={roles.map(({ ID, Name }) => ({ value: ID, label: Name }))}
          testId="worker-field-Role"
        />
        <FormSelect
          form={form}
          name="store"
          label={t('store')}
          required
          placeholder={t('choose')}
          options={sites.map(({ id, name }) => ({ value: id, label: name }))}
          testId="worker-field-store"
        />
      </Split>
      <FormText
        form={form}
        name="Department"
        label={t('department')}
        maxLength={WORKER_LENGTH.department}
        testId="worker-field-Department"
      />
    </>
  );
}
