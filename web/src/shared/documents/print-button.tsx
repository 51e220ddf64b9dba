import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../ui/button.tsx';
import type { PaperSubject } from './paper-order.ts';
import { PrintDialog } from './print-dialog.tsx';

export interface PrintButtonProps {
  subject: PaperSubject;
  /** A bare icon where there is no room for words. */
  look?: 'plain' | 'quiet' | 'icon';
}

/** Opens the print dialog for pieces or a package. */
export function PrintButton({ subject, look = 'plain' }: PrintButtonProps) {
  const { t } = useTranslation('papers');
  const [isOpen, setOpen] = useState(false);
  const label =
    subject.kind === 'items' ? t('labels.action', { count: subject.itemIds.length }) : t('package.action');
  const open = () => setOpen(true);
  const testId = `print-${subject.kind}`;
  return (
    <>
      {look === 'icon' ? (
        <IconButton icon={<Printer size={16} aria-hidden />} label={label} onClick={open} testId={testId} />
      ) : (
        <Button variant={look} icon={<Printer size={16} aria-hidden />} onClick={open} testId={testId}>
          {label}
        </Button>
      )}
      {isOpen && <PrintDialog subject={subject} onClose={() => setOpen(false)} />}
    </>
  );
}
