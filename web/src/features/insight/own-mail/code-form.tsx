import { MAIL_CODE_DIGITS } from '@atelier/domain/insight/weekly/contract.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../lib/api/use-command.ts';
import { FormText } from '../../../shared/form/form-field.tsx';
import { Form } from '../../../shared/form/form.tsx';
import { OWN_MAIL } from './own-mail-query.ts';

const DIGITS = new RegExp(`^\\d{${MAIL_CODE_DIGITS}}$`, 'u');

/** Confirms the address with the code that was mailed to it. */
export function CodeForm() {
  const { t } = useTranslation('insight');
  const form = useForm({ defaultValues: { code: '' } });
  const wrong = t('ownMail.codeWrong');
  const confirm = useCommand((code: string) => ({ path: '/insight/mail/confirm' as const, body: { code } }), {
    invalidates: [OWN_MAIL],
    quiet: ['mail_code_wrong'],
    onError: ({ code }) => {
      if (code === 'mail_code_wrong') form.setError('code', { message: wrong });
    },
  });
  return (
    <Form form={form} className="stack gap-10" onSubmit={({ code }) => confirm.mutate(code.trim())}>
      <FormText
        form={form}
        name="code"
        label={t('ownMail.code')}
        hint={t('ownMail.codeHint')}
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        required={t('ownMail.needed')}
        check={(code) => (DIGITS.test(code.trim()) ? undefined : t('ownMail.codeHint'))}
        testId="own-mail-code"
      />
      <div>
        <Button type="submit" variant="primary" busy={confirm.isPending} testId="own-mail-confirm">
          {t('ownMail.confirm')}
        </Button>
      </div>
    </Form>
  );
}
