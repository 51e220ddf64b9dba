import { FileSpreadsheet, Upload } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '@atelier/ui/class-names.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { useStaffFormat } from '../../lib/session/use-session.ts';

export interface FileDropProps {
  file: File | null;
  onFile: (file: File) => void;
  disabled: boolean;
}

const KILO = 1024;

/** One file, dropped or chosen. The server says what is wrong with it, so any may be tried. */
export function FileDrop({ file, onFile, disabled }: FileDropProps) {
  const { t } = useTranslation('reference');
  const { number } = useStaffFormat();
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped !== undefined && !disabled) onFile(dropped);
  };
  return (
    <div
      className={classNames('ref-drop grid centred gap-8 text-center sunken', isOver && 'over')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      data-testid="reference-drop"
    >
      {file === null ? <Upload aria-hidden /> : <FileSpreadsheet aria-hidden />}
      {file === null ? (
        <span className="strong">{t('drop.title')}</span>
      ) : (
        <span className="ref-file flex wrap breaks">
          <bdi className="strong">{file.name}</bdi>
          <span className="muted small num">
            {t('drop.size', { size: number(Math.max(1, Math.round(file.size / KILO))) })}
          </span>
        </span>
      )}
      <span id={hint} className="muted small">
        {t('drop.hint')}
      </span>
      <Button disabled={disabled} onClick={() => input.current?.click()} testId="reference-choose">
        {file === null ? t('drop.choose') : t('drop.other')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('drop.choose')}
        aria-describedby={hint}
        data-testid="reference-file"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen !== undefined) onFile(chosen);
          // The same file, corrected, can be chosen again.
          event.target.value = '';
        }}
      />
    </div>
  );
}
