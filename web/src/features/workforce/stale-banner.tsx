import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/states.tsx';

/** Somebody was faster: nothing was overwritten, and the form begins again from what is true now. */
export function StaleBanner({ onReadAgain }: { onReadAgain: () => void }) {
  const { t } = useTranslation('workers');
  return (
    <Banner
      tone="warn"
      title={t('stale')}
      action={
        <Button onClick={onReadAgain} testId="read-again">
          {t('readAgain')}
        </Button>
      }
      testId="workers-stale"
    >
      {t('staleBody')}
    </Banner>
  );
}
