import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldOf, instantOf } from '../../lib/time/moment-field.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { useMoments } from './use-moments.ts';

interface TimeFormProps {
  /** The moment on screen. */
  readonly at: string;
  readonly onTime: (at: string) => void;
}

/** Goes to the last event up to a time that is typed. */
export function TimeForm({ at, onTime }: TimeFormProps) {
  const { t } = useTranslation('replay');
  const { zone } = useMoments();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = at === '' ? '' : fieldOf(at, zone);
  return (
    <form
      className="flex wrap at-end gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        const instant = instantOf(typed ?? shown, zone);
        if (instant !== null) onTime(instant);
        setTyped(null);
      }}
    >
      <TextField
        label={t('time')}
        aside={zone}
        type="datetime-local"
        step={1}
        value={typed ?? shown}
        onChange={(event) => setTyped(event.target.value)}
        testId="replay-time"
      />
      <Button type="submit">{t('goToTime')}</Button>
    </form>
  );
}
