import { SECOND_FACTOR_CODE_LENGTH } from '@atelier/domain/identity/contract.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { errorWords } from '../../lib/api/notice-error.ts';
import { FormText } from '../../shared/form/form-field.tsx';
import { Form } from '../../shared/form/form.tsx';
import { useIssueForm } from '../../shared/form/use-issue-form.ts';
import { proceed, type OnHeld } from './held-sign-in.ts';
import { countdown } from './login-lock.ts';
import { lockedFor, signInWithCode } from './sign-in.ts';

interface CodeFormProps {
  step: string;
  password: string;
  onHeld: OnHeld;
  onBack: () => void;
}

function useCode({ step, password, onHeld }: Omit<CodeFormProps, 'onBack'>) {
  const { t } = useTranslation('login');
  const { form } = useIssueForm({
    defaultValues: { code: '' },
    issuesOf: ({ code }) => (code.trim() === '' ? { code: 'codeRequired' } : {}),
    wordsOf: (key) => t(key),
  });
  const wordsFor = (error: unknown): string => {
    const seconds = error instanceof ApiError ? lockedFor(error) : undefined;
    if (seconds !== undefined)
      return [t('suspended'), t('waiting', { left: countdown(seconds * 1000, 0) })].join(' ');
    if (error instanceof ApiError && error.code === 'login_failed') return t('codeWrong');
    const { title, detail } = errorWords(error);
    return [title, detail].filter(Boolean).join(' · ');
  };
  const send = async ({ code }: { code: string }): Promise<void> => {
    try {
      await proceed(await signInWithCode(step, code), password, onHeld);
    } catch (error) {
      form.setValue('code', '');
      form.setError('code', { message: wordsFor(error) });
    }
  };
  return { form, send };
}

/** The code of the authenticator app, or a recovery code (product/identity.md §10). */
export function CodeForm({ onBack, ...given }: CodeFormProps) {
  const { t } = useTranslation('login');
  const { form, send } = useCode(given);
  return (
    <Form form={form} className="login-form stack" onSubmit={send}>
      <h1>{t('codeTitle')}</h1>
      <p className="muted">{t('codeLead')}</p>
      <FormText
        form={form}
        name="code"
        label={t('code')}
        hint={t('codeHint')}
        dir="ltr"
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={SECOND_FACTOR_CODE_LENGTH}
        autoFocus
        required
        testId="second-factor-code"
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={form.formState.isSubmitting}
        testId="second-factor-submit"
      >
        {t('submit')}
      </Button>
      <Button variant="quiet" onClick={onBack} testId="second-factor-back">
        {t('backToLogin')}
      </Button>
    </Form>
  );
}
