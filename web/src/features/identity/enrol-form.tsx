import type { LoginData } from '@atelier/contracts/identity/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { errorWords } from '../../lib/api/notice-error.ts';
import { copyText } from '@atelier/ui/feedback/copy-text.ts';
import { FormText } from '../../shared/form/form-field.tsx';
import { Form } from '../../shared/form/form.tsx';
import { useIssueForm } from '../../shared/form/use-issue-form.ts';
import { continued, proceed, type OnHeld } from './held-sign-in.ts';
import { beginSecondFactor, confirmSecondFactor } from './sign-in.ts';

interface EnrolFormProps {
  held: { readonly login: LoginData; readonly password: string };
  onHeld: OnHeld;
  onBack: () => void;
}

interface Confirmed {
  readonly codes: readonly string[];
  readonly login: LoginData;
}

/** A second factor is set up before anything else where the house requires one: the code first, then the recovery codes, once. */
export function EnrolForm({ held, onHeld, onBack }: EnrolFormProps) {
  const { t } = useTranslation('login');
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null);
  if (confirmed !== null)
    return (
      <RecoveryCodes
        codes={confirmed.codes}
        onDone={() => void proceed(continued(confirmed.login, held.login), held.password, onHeld)}
      />
    );
  return (
    <div className="login-form stack">
      <h1>{t('enrolTitle')}</h1>
      <Scan held={held} onConfirmed={setConfirmed} />
      <Button variant="quiet" onClick={onBack} testId="enrol-back">
        {t('backToLogin')}
      </Button>
    </div>
  );
}

function Scan({
  held,
  onConfirmed,
}: Pick<EnrolFormProps, 'held'> & { onConfirmed: (done: Confirmed) => void }) {
  const { t } = useTranslation('login');
  const { token } = held.login;
  const begun = useQuery({
    queryKey: ['second-factor', token],
    queryFn: () => beginSecondFactor(token, held.password),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (begun.isError) return <Banner tone="error">{errorWords(begun.error).title}</Banner>;
  if (begun.data === undefined) return <p className="muted">{t('enrolBusy')}</p>;
  return (
    <Stack gap={16}>
      <p className="muted">{t('enrolLead')}</p>
      <img className="enrol-qr" src={begun.data.qr} alt={t('enrolQr')} />
      <p className="small">
        {t('enrolByHand')}{' '}
        <bdi className="mono" dir="ltr" data-testid="enrol-secret">
          {begun.data.secret.match(/.{1,4}/g)?.join(' ')}
        </bdi>
      </p>
      <FirstCode token={token} onConfirmed={onConfirmed} />
    </Stack>
  );
}

function FirstCode({ token, onConfirmed }: { token: string; onConfirmed: (done: Confirmed) => void }) {
  const { t } = useTranslation('login');
  const { form } = useIssueForm({
    defaultValues: { code: '' },
    issuesOf: ({ code }) => (code.trim() === '' ? { code: 'codeRequired' } : {}),
    wordsOf: (key) => t(key),
  });
  const send = async ({ code }: { code: string }): Promise<void> => {
    try {
      const { recovery_codes: codes, session } = await confirmSecondFactor(token, code);
      onConfirmed({ codes, login: { ...session, token } });
    } catch (error) {
      const isWrong = error instanceof ApiError && error.code === 'code_wrong';
      form.setError('code', { message: isWrong ? t('codeWrong') : errorWords(error).title });
    }
  };
  return (
    <Form form={form} onSubmit={send}>
      <FormText
        form={form}
        name="code"
        label={t('code')}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        autoFocus
        required
        testId="enrol-code"
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        wide
        busy={form.formState.isSubmitting}
        testId="enrol-confirm"
      >
        {t('enrolConfirm')}
      </Button>
    </Form>
  );
}

/** Only now: afterwards the house knows their digests alone. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('login');
  const words = { copied: t('recoveryCopied'), notCopied: t('recoveryNotCopied') };
  return (
    <div className="login-form stack">
      <h1>{t('recoveryTitle')}</h1>
      <p className="muted">{t('recoveryLead')}</p>
      <ul className="recovery-codes mono" dir="ltr" data-testid="recovery-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button icon={<Copy size={16} aria-hidden />} onClick={() => void copyText(codes.join('\n'), words)}>
        {t('recoveryCopy')}
      </Button>
      <Button variant="primary" size="large" wide onClick={onDone} testId="recovery-done">
        {t('recoveryDone')}
      </Button>
    </div>
  );
}
