import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ConfirmDialog } from '@atelier/ui/windows/dialog.tsx';
import type { RmaValues } from './form-values.ts';

/** Drops what was typed, once it was asked for; nothing where nothing was typed. */
export function StartOver({ label, onClear }: { label: string; onClear: () => void }) {
  const { t } = useTranslation('common');
  const { formState } = useFormContext<RmaValues>();
  const [isAsked, setAsked] = useState(false);
  if (!formState.isDirty) return null;
  return (
    <>
      <Button
        variant="quiet"
        icon={<RotateCcw size={14} aria-hidden />}
        onClick={() => setAsked(true)}
        testId="create-clear"
      >
        {label}
      </Button>
      <ConfirmDialog
        open={isAsked}
        danger
        title={t('unsaved.title')}
        confirmLabel={t('unsaved.discard')}
        cancelLabel={t('unsaved.keep')}
        onConfirm={onClear}
        onClose={() => setAsked(false)}
        testId="confirm-clear"
      >
        <p>{t('unsaved.body')}</p>
      </ConfirmDialog>
    </>
  );
}
