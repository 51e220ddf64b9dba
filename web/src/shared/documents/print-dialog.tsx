import {
  ITEM_LABEL_SIZES,
  LABELS_A_SHEET,
  PACKAGE_LABEL_SIZES,
  type LabelSize,
} from '@atelier/domain/documents/sizes.ts';
import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { RadioGroup } from '@atelier/ui/controls/choice.tsx';
import { Dialog } from '@atelier/ui/windows/dialog.tsx';
import { Select } from '@atelier/ui/controls/select.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { errorWords } from '../../lib/api/notice-error.ts';
import { LANGUAGES } from '../../lib/i18n/languages.ts';
import { fetchPaper } from './fetch-paper.ts';
import {
  isForClient,
  MOST_COPIES,
  PACKAGE_PAPERS,
  paperFileName,
  rememberSize,
  usualChoice,
  type PackagePaper,
  type PaperChoice,
  type PaperSubject,
} from './paper-order.ts';
import { PreviewPane } from './preview-pane.tsx';
import { downloadFile, printFile } from './print-file.ts';
import './print-dialog.css';

export interface PrintDialogProps {
  subject: PaperSubject;
  onClose: () => void;
}

/** Where the texts of a kind of paper stand. */
export const WORDS = {
  items: 'labels',
  package: 'package',
  handover: 'handover',
  receipt: 'receipt',
  payment: 'payment',
} as const;

/** Size, copies and language beside the paper as it will be; then the printer, or a file. */
export function PrintDialog({ subject, onClose }: PrintDialogProps) {
  const { t } = useTranslation(['papers', 'common']);
  const [choice, change] = useChoice(subject);
  const [busy, setBusy] = useState<'print' | 'download' | null>(null);
  const [error, setError] = useState<unknown>(null);
  const make = async (what: 'print' | 'download') => {
    setBusy(what);
    setError(null);
    try {
      const { file } = await fetchPaper(subject, choice);
      if (!isForClient(subject)) rememberSize(subject.kind, choice.size);
      if (what === 'print') printFile(file);
      else downloadFile(file, paperFileName(subject, choice));
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(null);
    }
  };
  return (
    <Dialog
      open
      transient
      onClose={onClose}
      title={t(`papers:${WORDS[subject.kind]}.title`)}
      size={860}
      testId="print-dialog"
      footer={
        <>
          <Button onClick={onClose}>{t('common:close')}</Button>
          <Button
            icon={<Download size={16} aria-hidden />}
            busy={busy === 'download'}
            onClick={() => void make('download')}
            testId="print-download"
          >
            {t('papers:download')}
          </Button>
          <Button
            variant="primary"
            icon={<Printer size={16} aria-hidden />}
            busy={busy === 'print'}
            onClick={() => void make('print')}
            testId="print-now"
          >
            {t('papers:print')}
          </Button>
        </>
      }
    >
      <div className="print">
        <div className="stack print-choice">
          {error !== null && (
            <Banner tone="error" title={errorWords(error).title} testId="print-error">
              {errorWords(error).detail ?? t('papers:failed')}
            </Banner>
          )}
          <Choices subject={subject} choice={choice} change={change} />
        </div>
        <PreviewPane subject={subject} choice={choice} />
      </div>
    </Dialog>
  );
}

type Change = (part: Partial<PaperChoice>) => void;

function useChoice(subject: PaperSubject): [PaperChoice, Change] {
  const { i18n } = useTranslation();
  const [choice, setChoice] = useState<PaperChoice>(() => usualChoice(subject, i18n.language));
  return [choice, (part) => setChoice((before) => ({ ...before, ...part }))];
}

function Choices({
  subject,
  choice,
  change,
}: {
  subject: PaperSubject;
  choice: PaperChoice;
  change: Change;
}) {
  const { t } = useTranslation(['papers', 'values']);
  const sizes: readonly LabelSize[] = subject.kind === 'items' ? ITEM_LABEL_SIZES : PACKAGE_LABEL_SIZES;
  return (
    <>
      {subject.kind === 'package' && (
        <RadioGroup<PackagePaper>
          label={t('package.which')}
          value={choice.paper}
          options={PACKAGE_PAPERS.map((value) => ({
            value,
            label: t(`values:document.${value}`),
            testId: `paper-${value}`,
          }))}
          onChange={(paper) => change({ paper })}
        />
      )}
      {!isForClient(subject) && choice.paper === 'label' && (
        <>
          <RadioGroup<LabelSize>
            label={t('size.title')}
            value={choice.size}
            options={sizes.map((value) => ({ value, label: t(`size.${value}`), testId: `size-${value}` }))}
            onChange={(size) => change({ size })}
          />
          <div className="print-numbers grid gap-12">
            <Count
              label={t('copies')}
              value={choice.copies}
              most={MOST_COPIES}
              onChange={(copies) => change({ copies })}
              testId="print-copies"
            />
            {choice.size === 'a4-3x8' && (
              <Count
                label={t('start')}
                value={choice.start}
                most={LABELS_A_SHEET}
                onChange={(start) => change({ start })}
                testId="print-start"
              />
            )}
          </div>
        </>
      )}
      <Select
        label={t('language')}
        value={choice.language}
        options={LANGUAGES.map(({ tag, name }) => ({ value: tag, label: name }))}
        onChange={(event) => change({ language: event.target.value })}
        testId="print-language"
      />
    </>
  );
}

interface CountProps {
  label: string;
  value: number;
  most: number;
  onChange: (value: number) => void;
  testId: string;
}

/** A small whole number; what is none leaves the last good one in force and says so. */
function Count({ label, value, most, onChange, testId }: CountProps) {
  const { t } = useTranslation('papers');
  const [typed, setTyped] = useState(String(value));
  const number = Number(typed);
  const isGood = Number.isInteger(number) && number >= 1 && number <= most;
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      value={typed}
      error={isGood ? undefined : t('between', { most })}
      onChange={(event) => {
        setTyped(event.target.value);
        const next = Number(event.target.value);
        if (Number.isInteger(next) && next >= 1 && next <= most) onChange(next);
      }}
      testId={testId}
    />
  );
}
