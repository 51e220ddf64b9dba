import { Check, RotateCw } from 'lucide-react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type Bound, FormText } from '../../shared/form/form-field.tsx';
import type { useCaptcha } from './use-captcha.ts';

export interface CaptchaFieldProps<Values extends FieldValues> extends Pick<Bound<Values>, 'form' | 'name'> {
  state: ReturnType<typeof useCaptcha>;
}

/** Picture and answer side by side; the picture is the button that asks for another, with a ring for the time until then. */
export function CaptchaField<Values extends FieldValues>({ state, ...bound }: CaptchaFieldProps<Values>) {
  const { t } = useTranslation('login');
  const { captcha, busy, trouble, shownAt } = state;
  const solved = captcha?.answer !== null && captcha !== null;
  return (
    <div className="captcha">
      {solved ? (
        <p className="captcha-solved row gap-8 strong" role="status">
          <Check aria-hidden /> {t('puzzleSolved')}
        </p>
      ) : (
        <div className="captcha-row grid gap-12 at-start">
          <FormText
            {...bound}
            label={t('captcha')}
            issue={trouble ? t(trouble) : undefined}
            issueFirst
            spellCheck={false}
            maxLength={12}
            dir="ltr"
            required
            testId="captcha"
          />
          <button
            type="button"
            className="captcha-picture"
            onClick={state.refresh}
            aria-label={t('captchaRefresh')}
            aria-busy={busy}
            data-testid="captcha-refresh"
          >
            {captcha?.picture ? (
              <img src={captcha.picture} alt={t('captchaPicture')} width={150} height={48} />
            ) : (
              <span className="captcha-empty" />
            )}
            <svg
              key={shownAt}
              className="captcha-ring"
              viewBox="0 0 20 20"
              aria-hidden
              style={{ '--ring': `${captcha?.refreshMs ?? 0}ms` } as Record<string, string>}
            >
              <circle cx="10" cy="10" r="8" />
              <circle cx="10" cy="10" r="8" className="run" pathLength={100} />
            </svg>
            <RotateCw className="captcha-turn" aria-hidden />
          </button>
        </div>
      )}
      <button
        type="button"
        className="link captcha-other self-start small"
        onClick={solved ? state.usePicture : state.usePuzzle}
        disabled={busy}
        data-testid="captcha-other"
      >
        {busy && !captcha?.picture ? t('puzzleBusy') : t(solved ? 'usePicture' : 'usePuzzle')}
      </button>
    </div>
  );
}
