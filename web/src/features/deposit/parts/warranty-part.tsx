import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Checkbox, RadioGroup } from '@atelier/ui/controls/choice.tsx';
import { usePermission } from '../../../lib/session/use-session.ts';
import type { RmaValues } from '../form-values.ts';
import { FormRemark } from './form-field.tsx';
import { FormImages } from './form-images.tsx';
import type { PermissionName } from '@atelier/domain/shared/permissions.ts';

/** Who may set the warranty by hand against the rule (product/deposit.md §3); the server asks for the same. */
const MAY_OVERRIDE: PermissionName = 'cancel or edit rma';

/** The extended warranty with its proof, and the warranty set by hand by those who may (product/deposit.md §3). */
export function WarrantyPart({ index }: { index: number }) {
  const { t } = useTranslation(['rma', 'deposit']);
  const { control } = useFormContext<RmaValues>();
  const isExtended = useWatch({ control, name: `items.${index}.extended_warranty` });
  const mayOverride = usePermission(MAY_OVERRIDE);
  return (
    <div className="warranty-more stack gap-12">
      <Controller
        control={control}
        name={`items.${index}.extended_warranty`}
        render={({ field }) => (
          <Checkbox
            label={t('deposit:field.extended_warranty')}
            checked={field.value}
            onChange={field.onChange}
            testId={`items.${index}.extended_warranty`}
          />
        )}
      />
      {isExtended && <FormImages name={`items.${index}.extended_warranty_proof`} max={1} />}
      {mayOverride && <WarrantyOverride index={index} />}
    </div>
  );
}

function WarrantyOverride({ index }: { index: number }) {
  const { t } = useTranslation(['rma', 'deposit']);
  const { control } = useFormContext<RmaValues>();
  const chosen = useWatch({ control, name: `items.${index}.warranty_override` });
  const options = (['', 'in', 'out'] as const).map((value) => ({
    value,
    label: t(`deposit:override.${value === '' ? 'rule' : value}`),
    testId: `items.${index}.override-${value === '' ? 'rule' : value}`,
  }));
  return (
    <>
      <Controller
        control={control}
        name={`items.${index}.warranty_override`}
        render={({ field }) => (
          <RadioGroup
            label={t('deposit:override.title')}
            look="inline"
            value={field.value}
            options={options}
            onChange={field.onChange}
          />
        )}
      />
      {chosen !== '' && <FormRemark name={`items.${index}.override_reason`} rows={2} />}
    </>
  );
}
