import { FIRST_ACCOUNT_COMMAND } from '@atelier/domain/identity/contract.ts';
import { useTranslation } from 'react-i18next';
import { Banner } from '@atelier/ui/feedback/states.tsx';

/** While nobody can sign in yet: how the operator of the server makes the first account. */
export function NoAccount() {
  const { t } = useTranslation('login');
  return (
    <Banner testId="no-account">
      <p>{t('noAccount')}</p>
      <code dir="ltr">{FIRST_ACCOUNT_COMMAND}</code>
    </Banner>
  );
}
