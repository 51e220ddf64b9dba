import { BARCODE, WORKER_LENGTH } from '@atelier/domain/workforce/contract.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/choice.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Split } from '../../ui/split.tsx';
import type { WorkerField, WorkerIssues, WorkerValues } from './worker-form.ts';
import type { SiteView, WorkerRoleView, WorkerView } from './queries.ts';

export interface WorkerFieldsProps {
  values: WorkerValues;
  issues: WorkerIssues;
  base: WorkerView | null;
  roles: readonly WorkerRoleView[];
  sites: readonly SiteView[];
  /** The barcode came from the scanner. */
  isScanned: boolean;
  onChange: (part: Partial<WorkerValues>) => void;
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

function useIssue(issues: WorkerIssues) {
  const { t } = useTranslation('workers');
  return (field: WorkerField): string | undefined => {
    const issue = issues[field];
    return issue === undefined ? undefined : t(`issue.${issue}`);
  };
}

function PersonFields({ values, issues, onChange }: WorkerFieldsProps) {
  const { t } = useTranslation('workers');
  const issue = useIssue(issues);
  return (
    <Split>
      <TextField
        label={t('terms:field.workId')}
        required
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={WORKER_LENGTH.workerId}
        value={values.WorkerID}
        error={issue('WorkerID')}
        hint={t('workIdHint')}
        onChange={(event) => onChange({ WorkerID: event.target.value })}
        testId="worker-field-WorkerID"
      />
      <TextField
        label={t('name')}
        required
        autoComplete="off"
        maxLength={TEXT_LENGTH.personName}
        value={values.WorkerName}
        error={issue('WorkerName')}
        onChange={(event) => onChange({ WorkerName: event.target.value })}
        testId="worker-field-WorkerName"
      />
    </Split>
  );
}

/** What opens the station: the badge, and a PIN beside it where one is wanted. */
function DoorFields({ values, issues, base, isScanned, onChange }: WorkerFieldsProps) {
  const { t } = useTranslation('workers');
  const issue = useIssue(issues);
  const kept = base !== null;
  return (
    <>
      <TextField
        label={t('barcode')}
        required={!kept}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={BARCODE.most}
        value={values.Barcode}
        placeholder={base?.Barcode ?? ''}
        error={issue('Barcode')}
        hint={isScanned ? t('scanned') : t(kept ? 'barcodeKept' : 'barcodeHint')}
        onChange={(event) => onChange({ Barcode: event.target.value })}
        testId="worker-field-Barcode"
      />
      <TextField
        label={t('pin')}
        type="password"
        inputMode="numeric"
        dir="ltr"
        autoComplete="new-password"
        maxLength={WORKER_LENGTH.pin}
        value={values.Pin}
        error={issue('Pin')}
        hint={t(base?.HasPin ? 'pinKept' : 'pinHint')}
        disabled={values.isPinRemoved}
        onChange={(event) => onChange({ Pin: event.target.value })}
        testId="worker-field-Pin"
      />
      {base?.HasPin && (
        <Checkbox
          label={t('pinRemove')}
          checked={values.isPinRemoved}
          onChange={(isPinRemoved) => onChange({ isPinRemoved, ...(isPinRemoved && { Pin: '' }) })}
          testId="worker-field-pin-remove"
        />
      )}
    </>
  );
}

const idOf = (value: string): number | null => (value === '' ? null : Number(value));

function PostFields({ values, issues, roles, sites, onChange }: WorkerFieldsProps) {
  const { t } = useTranslation('workers');
  const issue = useIssue(issues);
  return (
    <>
      <Split>
        <Select
          label={t('role')}
          required
          value={values.Role ?? ''}
          placeholder={t('choose')}
          options={roles.map(({ ID, Name }) => ({ value: ID, label: Name }))}
          error={issue('Role')}
          onChange={(event) => onChange({ Role: idOf(event.target.value) })}
          testId="worker-field-Role"
        />
        <Select
          label={t('store')}
          required
          value={values.store ?? ''}
          placeholder={t('choose')}
          options={sites.map(({ id, name }) => ({ value: id, label: name }))}
          error={issue('store')}
          onChange={(event) => onChange({ store: idOf(event.target.value) })}
          testId="worker-field-store"
        />
      </Split>
      <TextField
        label={t('department')}
        autoComplete="off"
        maxLength={WORKER_LENGTH.department}
        value={values.Department}
        error={issue('Department')}
        onChange={(event) => onChange({ Department: event.target.value })}
        testId="worker-field-Department"
      />
    </>
  );
}
