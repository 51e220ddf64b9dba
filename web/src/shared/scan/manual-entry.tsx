import { SCAN_CODE_LENGTH } from '@atelier/domain/repair/contract.ts';
import { CornerDownLeft, Volume2, VolumeX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '@atelier/ui/controls/button.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';

const SOUND_KEY = 'atelier.scan-sound';

/** Whether this device sounds its verdicts; a quiet showroom switches it off once. */
export function useSound(): { isSilent: boolean; toggle: () => void } {
  const [isSilent, setSilent] = useState(() => localStorage.getItem(SOUND_KEY) === 'off');
  const toggle = () => {
    if (isSilent) localStorage.removeItem(SOUND_KEY);
    else localStorage.setItem(SOUND_KEY, 'off');
    setSilent(!isSilent);
  };
  return { isSilent, toggle };
}

export interface ManualEntryProps {
  label: string;
  onCode: (code: string) => void;
  sound: ReturnType<typeof useSound>;
  /** Further ways to enter a code. */
  children?: ReactNode;
}

/** For a label that cannot be read: the number by hand, under the same rules as a scan. */
export function ManualEntry({ label, onCode, sound, children }: ManualEntryProps) {
  const { t } = useTranslation('repair');
  const [code, setCode] = useState('');
  const enter = () => {
    if (code.trim() === '') return;
    onCode(code);
    setCode('');
  };
  return (
    <div className="manual row gap-8 grows">
      <TextField
        label={label}
        hideLabel
        placeholder={label}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={SCAN_CODE_LENGTH}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && enter()}
        testId="manual-code"
      />
      <Button
        icon={<CornerDownLeft size={16} aria-hidden className="flips" />}
        onClick={enter}
        disabled={code.trim() === ''}
        testId="manual-enter"
      >
        {t('scan.manualAdd')}
      </Button>
      <IconButton
        icon={sound.isSilent ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
        label={t(sound.isSilent ? 'scan.soundOff' : 'scan.sound')}
        aria-pressed={!sound.isSilent}
        onClick={sound.toggle}
        testId="sound"
      />
      {children}
    </div>
  );
}
