import { PASSWORD_LENGTH } from '@atelier/domain/identity/contract.ts';
import type { LoginData } from '@atelier/contracts/identity/schema.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Checkbox } from '@atelier/ui/controls/choice.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { errorWords } from '../../lib/api/notice-error.ts';
import { FormText } from '../../shared/form/form-field.tsx';
import { Form } from '../../shared/form/form.tsx';
import { useIssueForm } from '../../shared/form/use-issue-form.ts';
import { continued, proceed, type OnHeld } from './held-sign-in.ts';
import { changeOwnPassword } from './sign-in.ts';

const ISSUES: Readonly<Record<string, string>> = {
  password_common: 'passwordCommon',
  password_unchanged: 'passwordUnchanged',
};

interface GivenPassword {
  readonly login: LoginData;
  readonly password: string;
}

function useOwnPassword({ login, password: present }: GivenPassword, onHeld: OnHeld) {
  const { t } = useTranslation('login');
  const { form } = useIssueForm({
    defaultValues: { password: '' },
    issuesOf: ({ password }) =>
      password.length < PASSWORD_LENGTH.least ? { password: 'passwordShort' } : {},
    wordsOf: (key) => t(key),
  });
  const save = async ({ password }: { password: string }): Promise<void> => {
    try {
      const changed = await changeOwnPassword(login.token, present, password);
      await proceed(continued(changed, login), password, onHeld);
    } catch (error) {
      const issue = error instanceof ApiError ? ISSUES[error.code] : undefined;
      if (issue !== undefined) return form.setError('password', { message: t(issue) });
      const { title, detail } = errorWords(error);
      form.setError('root', { message: [title, detail].filter(Boolean).join(' · ') });
    }
  };
  return { form, save };
}

interface OwnPasswordFormProps {
  held: GivenPassword;
  onHeld: OnHeld;
  onBack: () => void;
}

/** One's own password in place of the one that was given (product/identity.md §1). */
export function OwnPasswordForm({ held, onHeld, onBack }: OwnPasswordFormProps) {
  const { t } = useTranslation('login');
  const { form, save } = useOwnPassword(held, onHeld);
  const [isShown, setShown] = useState(false);
  const { errors, isSubmitting } = form.formState;
  return (
    <Form form={form} className="login-form stack" onSubmit={save}>
      <h1>{t('ownPasswordTitle')}</h1>
      <p className="muted">{t('ownPasswordLead')}</p>
      {errors.root?.message && (
        <Banner tone="error" testId="own-password-failure">
          {errors.root.message}
        </Banner>
      )}
      <FormText
        form={form}
        name="password"
        label={t('newPassword')}
        type={isShown ? 'text' : 'password'}
        dir="ltr"
        autoComplete="new-password"
        spellCheck={false}
        maxLength={PASSWORD_LENGTH.most}
        hint={t('newPasswordHint')}
        autoFocus
        required
        testId="own-password"
      />
      <Checkbox label={t('showPassword')} checked={isShown} onChange={setShown} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={isSubmitting}
        testId="own-password-save"
      >
        {t('ownPasswordSave')}
      </Button>
      <Button variant="quiet" onClick={onBack} testId="own-password-back">
        {t('backToLogin')}
      </Button>
    </Form>
  );
}
