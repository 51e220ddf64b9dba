import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/button.tsx';
import { Banner } from './states.tsx';

export interface ConflictNoteProps {
  /** Saves what was typed over the version that is there now; without it nothing was typed. */
  onKeepMine?: (() => void) | undefined;
  /** Drops what was typed and shows the version that is there now. */
  onTakeTheirs: () => void;
  isBusy?: boolean;
  /** What is there now, where it can be said in a line. */
  theirs?: string | undefined;
  testId: string;
}

/**
 * Another account saved first (409). Shown beside Save, where the eye is; what was typed stays, and the person decides
 * which of the two versions holds.
 */
export function ConflictNote({
  onKeepMine,
  onTakeTheirs,
  isBusy = false,
  theirs,
  testId,
}: ConflictNoteProps) {
  const { t } = useTranslation('common');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
    place.current?.querySelector<HTMLElement>('button')?.focus();
  }, []);
  return (
    <div ref={place}>
      <Banner tone="warn" title={t('conflict.title')} testId={testId}>
        <p>{t(onKeepMine === undefined ? 'conflict.again' : 'conflict.body')}</p>
        {theirs !== undefined && <p className="strong">{t('conflict.now', { value: theirs })}</p>}
        <div className="row wrap conflict-choices">
          <Button onClick={onTakeTheirs} busy={isBusy} testId={`${testId}-theirs`}>
            {t('conflict.theirs')}
          </Button>
          {onKeepMine !== undefined && (
            <Button onClick={onKeepMine} busy={isBusy} testId={`${testId}-mine`}>
              {t('conflict.mine')}
            </Button>
          )}
        </div>
      </Banner>
    </div>
  );
}
