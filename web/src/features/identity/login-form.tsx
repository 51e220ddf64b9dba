import { LockKeyhole } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { errorWords } from '../../lib/api/notice-error.ts';
import { FormText } from '../../shared/form/form-field.tsx';
import { type Issues, useIssueForm } from '../../shared/form/use-issue-form.ts';
import { CaptchaField } from './captcha-field.tsx';
import { useLoginLock } from './login-lock.ts';
import { proceed, type OnHeld } from './held-sign-in.ts';
import { attemptsLeft, lockedFor, signIn, stepIn } from './sign-in.ts';
import { useCaptcha } from './use-captcha.ts';

interface Typed {
  readonly email: string;
  readonly password: string;
  /** What was read off the captcha's picture. */
  readonly captcha: string;
}

/** Keys of texts, by field. */
const loginIssues = ({ email, password, captcha }: Typed): Issues<Typed> => ({
  ...(email.trim() === '' && { email: 'emailRequired' }),
  ...(password === '' && { password: 'passwordRequired' }),
  ...(captcha.trim() === '' && { captcha: 'captchaRequired' }),
});

/** What is typed, and signing in with it. What was typed stays through every failure but the captcha, which is used up. */
function useLogin(onHeld: OnHeld) {
  const { t } = useTranslation('login');
  const captcha = useCaptcha();
  const lock = useLoginLock();
  const solved = captcha.captcha?.answer;
  const { form, show } = useIssueForm<Typed>({
    defaultValues: { email: '', password: '', captcha: '' },
    issuesOf: (typed) => loginIssues({ ...typed, captcha: solved ?? typed.captcha }),
    wordsOf: (key) => t(key),
  });
  const fail = (message: string): void => form.setError('root', { message });
  const onFailure = (error: unknown): void => {
    form.setValue('captcha', '');
    captcha.renew();
    if (!(error instanceof ApiError)) return fail(errorWords(error).title);
    if (error.code === 'captcha_wrong') return show({ captcha: 'captchaWrong' });
    if (error.code === 'login_failed') {
      lock.fail(lockedFor(error), attemptsLeft(error));
      form.setFocus('password', { shouldSelect: true });
      return fail(t('failed'));
    }
    if (error.code === 'login_suspended') return lock.fail(lockedFor(error) ?? 60);
    const words = errorWords(error);
    return fail([words.title, words.detail].filter(Boolean).join(' · '));
  };
  const send = form.handleSubmit(async (typed) => {
    try {
      const data = await signIn({
        username: typed.email,
        password: typed.password,
        captchaId: captcha.captcha?.id ?? '',
        captcha: solved ?? typed.captcha,
      });
      lock.reset();
      await proceed(data, typed.password, onHeld);
    } catch (error) {
      const step = error instanceof ApiError ? stepIn(error) : undefined;
      if (step !== undefined) return onHeld({ kind: 'code', step, password: typed.password });
      onFailure(error);
    }
  });
  const { isSubmitting: busy, errors } = form.formState;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Before a picture stands there, and while a used-up one is replaced, what is typed belongs to none.
    if (busy || captcha.busy || lock.locked) return;
    captcha.calm();
    void send();
  };
  return { form, captcha, lock, failure: errors.root?.message, busy, submit };
}

interface LoginFormProps {
  above?: ReactNode;
  below?: ReactNode;
  /** The password fitted, and there is another step. */
  onHeld: OnHeld;
}

/** Email, password and captcha. */
export function LoginForm({ above, below, onHeld }: LoginFormProps) {
  const { t } = useTranslation('login');
  const { form, captcha, lock, failure, busy, submit } = useLogin(onHeld);
  return (
    <form className="login-form stack" onSubmit={submit} noValidate>
      <h1>{t('title')}</h1>
      {above}
      {failure && !lock.locked && (
        <Banner tone="error" testId="login-failure">
          {failure}
        </Banner>
      )}
      {lock.locked && (
        <Banner tone="warn" testId="login-locked">
          {t('suspended')}
        </Banner>
      )}
      <FormText
        form={form}
        name="email"
        label={t('terms:field.email')}
        type="email"
        dir="ltr"
        autoComplete="username"
        inputMode="email"
        autoFocus
        required
        testId="email"
      />
      <FormText
        form={form}
        name="password"
        label={t('password')}
        type="password"
        dir="ltr"
        autoComplete="current-password"
        required
        testId="password"
      />
      <CaptchaField state={captcha} form={form} name="captcha" />
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={busy || captcha.busy}
        disabled={lock.locked}
        icon={lock.locked ? <LockKeyhole aria-hidden /> : undefined}
        testId="login-submit"
      >
        {lock.locked ? (
          <>
            {t('waiting')}{' '}
            <span className="num" role="timer">
              {lock.left}
            </span>
          </>
        ) : (
          t('submit')
        )}
      </Button>
      {below}
    </form>
  );
}
