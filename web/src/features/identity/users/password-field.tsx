import { PASSWORD_LENGTH } from '@atelier/domain/identity/contract.ts';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { type Bound, FormText } from '../../../shared/form/form-field.tsx';

/** Twelve signs, any signs; it can be shown, since it is passed to another person. */
export function PasswordField<Values extends FieldValues>(field: Pick<Bound<Values>, 'form' | 'name'>) {
  const { t } = useTranslation('users');
  const [isShown, setShown] = useState(false);
  return (
    <Stack gap={8}>
      <FormText
        {...field}
        label={t('password')}
        type={isShown ? 'text' : 'password'}
        required
        dir="ltr"
        autoComplete="new-password"
        spellCheck={false}
        maxLength={PASSWORD_LENGTH.most}
        hint={t('passwordHint')}
        testId="user-password"
      />
      <Checkbox label={t('showPassword')} checked={isShown} onChange={setShown} />
    </Stack>
  );
}
