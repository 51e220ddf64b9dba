import { PASSWORD_LENGTH } from '@atelier/domain/identity/contract.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/choice.tsx';
import { Stack } from '../../../ui/stack.tsx';
import { TextField } from '../../../ui/text-field.tsx';

interface PasswordFieldProps {
  value: string;
  /** A key below `issue`. */
  issue: string | undefined;
  onChange: (value: string) => void;
}

/** Twelve signs, any signs; it may be looked at, since it is told to somebody else. */
export function PasswordField({ value, issue, onChange }: PasswordFieldProps) {
  const { t } = useTranslation('users');
  const [isShown, setShown] = useState(false);
  return (
    <Stack gap={8}>
      <TextField
        label={t('password')}
        type={isShown ? 'text' : 'password'}
        required
        dir="ltr"
        autoComplete="new-password"
        spellCheck={false}
        maxLength={PASSWORD_LENGTH.most}
        value={value}
        error={issue === undefined ? undefined : t(`issue.${issue}`)}
        hint={t('passwordHint')}
        onChange={(event) => onChange(event.target.value)}
        testId="user-password"
      />
      <Checkbox label={t('showPassword')} checked={isShown} onChange={setShown} />
    </Stack>
  );
}
