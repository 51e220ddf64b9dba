import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import type { NamedUndo } from './use-undo.ts';

/** As many numbers as a glance takes in. */
const MOST_NAMED = 6;

interface SavedStripProps {
  undo: NamedUndo | null;
  isBusy: boolean;
  isBroughtBack: boolean;
}

/** What was saved last, by name, with its undo beside it. */
export function SavedStrip({ undo, isBusy, isBroughtBack }: SavedStripProps) {
  const { t } = useTranslation(['repair', 'bench']);
  const format = useStaffFormat();
  if (undo === null) return null;
  const { numbers, run } = undo;
  const named = numbers.slice(0, MOST_NAMED);
  return (
    <Banner
      tone="info"
      title={isBroughtBack ? t('bench:back.strip') : t('repair:saved.title', { count: numbers.length })}
      testId="saved-strip"
      action={
        <Button busy={isBusy} onClick={run} testId="save-undo">
          {t('repair:scan.undo')}
        </Button>
      }
    >
      <bdi className="num">
        {format.list(named)}
        {numbers.length > named.length && ` +${format.number(numbers.length - named.length)}`}
      </bdi>
    </Banner>
  );
}
