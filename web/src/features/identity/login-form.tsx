import { LockKeyhole } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { errorWords } from '../../lib/api/notice-error.ts';
import { beginSession } from '../../lib/session/session-store.ts';
import { CaptchaField } from './captcha-field.tsx';
import { useLoginLock } from './login-lock.ts';
import { attemptsLeft, lockedFor, signIn } from './sign-in.ts';
import { useCaptcha } from './use-captcha.ts';

type Missing = Partial<Record<'email' | 'password' | 'captcha', string>>;

interface Typed {
  readonly email: string;
  readonly password: string;
  /** What was read off the captcha's picture. */
  readonly captcha: string;
}

/** What is typed, and signing in with it. What was typed stays through every failure but the captcha, which is used up. */
function useLogin(focusField: (name: string) => void) {
  const { t } = useTranslation('login');
  const captcha = useCaptcha();
  const lock = useLoginLock();
  const [typed, setTyped] = useState<Typed>({ email: '', password: '', captcha: '' });
  const type = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }));
  const [missing, setMissing] = useState<Missing>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const answer = captcha.captcha?.answer ?? typed.captcha;
  const check = (): Missing => ({
    ...(typed.email.trim() === '' && { email: t('emailRequired') }),
    ...(typed.password === '' && { password: t('passwordRequired') }),
    ...(answer.trim() === '' && { captcha: t('captchaRequired') }),
  });
  const onFailure = (error: unknown) => {
    type({ captcha: '' });
    captcha.renew();
    if (!(error instanceof ApiError)) return setFailure(errorWords(error).title);
    if (error.code === 'captcha_wrong') return setMissing({ captcha: t('captchaWrong') });
    if (error.code === 'login_failed') {
      lock.fail(lockedFor(error), attemptsLeft(error));
      return setFailure(t('failed'));
    }
    if (error.code === 'login_suspended') {
      lock.fail(lockedFor(error) ?? 60);
      return setFailure(null);
    }
    const words = errorWords(error);
    return setFailure([words.title, words.detail].filter(Boolean).join(' · '));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Before a picture stands there, and while a used-up one is replaced, what is typed belongs to none.
    if (busy || captcha.busy || lock.locked) return;
    const found = check();
    setMissing(found);
    setFailure(null);
    captcha.calm();
    const first = Object.keys(found)[0];
    if (first) return focusField(first);
    setBusy(true);
    try {
      const data = await signIn({
        username: typed.email,
        password: typed.password,
        captchaId: captcha.captcha?.id ?? '',
        captcha: answer,
      });
      lock.reset();
      await beginSession(data, 'old');
    } catch (error) {
      onFailure(error);
    } finally {
      setBusy(false);
    }
    return undefined;
  };
  return { typed, type, captcha, lock, missing, failure, busy, submit };
}

/** Email, password and captcha. */
export function LoginForm({ above, below }: { above?: ReactNode; below?: ReactNode }) {
  const { t } = useTranslation('login');
  const form = useRef<HTMLFormElement>(null);
  const { typed, type, captcha, lock, missing, failure, busy, submit } = useLogin((name) =>
    form.current?.querySelector<HTMLInputElement>(`[data-testid="${name}"]`)?.focus(),
  );
  return (
    <form className="login-form" onSubmit={(event) => void submit(event)} ref={form} noValidate>
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
      <TextField
        label={t('terms:field.email')}
        type="email"
        dir="ltr"
        autoComplete="username"
        inputMode="email"
        autoFocus
        value={typed.email}
        onChange={(event) => type({ email: event.target.value })}
        error={missing.email}
        required
        testId="email"
      />
      <TextField
        label={t('password')}
        type="password"
        dir="ltr"
        autoComplete="current-password"
        value={typed.password}
        onChange={(event) => type({ password: event.target.value })}
        error={missing.password}
        required
        testId="password"
      />
      <CaptchaField
        state={captcha}
        value={typed.captcha}
        onChange={(answer) => type({ captcha: answer })}
        error={missing.captcha}
      />
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
          <span className="num" role="timer">
            {t('waiting', { left: lock.left })}
          </span>
        ) : (
          t('submit')
        )}
      </Button>
      {below}
    </form>
  );
}
