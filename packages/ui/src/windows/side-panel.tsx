import { X } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { UnsavedQuestion } from './bare-dialog.tsx';
import { PrimeSidebar } from './window-frames.ts';
import { useClosing, WindowRules } from './window-rules.tsx';

export interface SidePanelProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Which edge it comes from: `end` for details, `start` for the menu on a phone. */
  side?: 'start' | 'end';
  size?: number;
  testId?: string;
}

/** A sheet from the edge: details beside the list they belong to. It asks before unsaved work is lost, as dialogs do. */
export function SidePanel({
  open,
  onClose,
  title,
  children,
  side = 'end',
  size = 560,
  testId,
}: SidePanelProps) {
  const { t, i18n } = useTranslation('common');
  const rtl = i18n.dir() === 'rtl';
  const closing = useClosing(onClose);
  return (
    <>
      <Suspense fallback={null}>
        <PrimeSidebar
          visible={open}
          onHide={closing.close}
          position={(side === 'end') === rtl ? 'left' : 'right'}
          header={typeof title === 'string' ? <h2>{title}</h2> : title}
          closeIcon={<X size={18} aria-hidden />}
          blockScroll
          style={{ '--drawer-size': `${size}px` } as Record<string, string>}
          pt={{
            root: { 'data-testid': testId, 'aria-modal': true, role: 'dialog' } as Record<string, unknown>,
            closeButton: { 'aria-label': t('close') },
          }}
        >
          {children}
          <WindowRules checkRef={closing.checkRef} />
        </PrimeSidebar>
      </Suspense>
      {closing.isAsked && <UnsavedQuestion {...closing} />}
    </>
  );
}
