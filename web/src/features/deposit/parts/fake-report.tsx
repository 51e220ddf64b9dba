import { useTranslation } from 'react-i18next';
import { FormRemark } from './form-field.tsx';
import { FormImagesBody } from './form-images-body.tsx';

/** A picture of what gives the counterfeit away, and why in words. */
export function FakeReport({ index }: { index: number }) {
  const { t } = useTranslation(['rma', 'deposit']);
  return (
    <fieldset className="sub-part stack gap-10 rounded" data-testid={`items.${index}.fake`}>
      <legend>{t('deposit:fake.title')}</legend>
      <FormImagesBody name={`items.${index}.fake_image`} max={1} />
      <FormRemark name={`items.${index}.fake_remark`} />
    </fieldset>
  );
}
