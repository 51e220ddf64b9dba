import { Banknote, FileCheck, Printer, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '@atelier/ui/controls/button.tsx';
import type { PaperSubject } from './paper-order.ts';
import { PrintDialog, WORDS } from './print-dialog.tsx';

export interface PrintButtonProps {
  subject: PaperSubject;
  /** A bare icon where there is no room for words. */
  look?: 'plain' | 'quiet' | 'icon';
}

const ICONS = {
  items: Printer,
  package: Printer,
  handover: FileCheck,
  receipt: ReceiptText,
  payment: Banknote,
} as const;

/** Opens the print dialog for pieces or a package. */
export function PrintButton({ subject, look = 'plain' }: PrintButtonProps) {
  const { t } = useTranslation('papers');
  const [isOpen, setOpen] = useState(false);
  const count = subject.kind === 'items' ? subject.itemIds.length : 1;
  const label = t(`${WORDS[subject.kind]}.action`, { count });
  const Icon = ICONS[subject.kind];
  const icon = <Icon size={16} aria-hidden />;
  const open = () => setOpen(true);
  const testId = `print-${subject.kind}`;
  return (
    <>
      {look === 'icon' ? (
        <IconButton icon={icon} label={label} onClick={open} testId={testId} />
      ) : (
        <Button variant={look} icon={icon} onClick={open} testId={testId}>
          {label}
        </Button>
      )}
      {isOpen && <PrintDialog subject={subject} onClose={() => setOpen(false)} />}
    </>
  );
}
