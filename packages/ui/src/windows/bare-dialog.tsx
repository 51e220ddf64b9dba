import { X } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../controls/button.tsx';
import { PrimeDialog } from './window-frames.ts';
import { type Closing, WindowRules } from './window-rules.tsx';

export interface BareDialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** Width in px on a wide screen; a phone always gets the full width. */
  size?: number;
  /** False while something must be answered first: no cross, no Escape. */
  closable?: boolean;
  testId?: string | undefined;
  /** Watches what is typed into it; without, whatever is in it may be lost. */
  checkRef?: Closing['checkRef'] | undefined;
}

/** A window over the page. Focus is held inside and goes back where it came from. */
export function BareDialog({
  open,
  onClose,
  title,
  children,
  footer,
  size = 520,
  closable = true,
  testId,
  checkRef,
}: BareDialogProps) {
  const { t } = useTranslation('common');
  return (
    <Suspense fallback={null}>
      <PrimeDialog
        visible={open}
        onHide={onClose}
        header={title}
        footer={footer}
        closable={closable}
        closeOnEscape={closable}
        dismissableMask={closable}
        draggable={false}
        resizable={false}
        modal
        blockScroll
        // PrimeReact would focus the cross, and only after the window has faded in.
        focusOnShow={false}
        closeIcon={<X size={18} aria-hidden />}
        style={{ '--dialog-size': `${size}px` } as Record<string, string>}
        pt={{
          root: { 'data-testid': testId, 'aria-modal': true } as Record<string, unknown>,
          closeButton: { 'aria-label': t('close') },
        }}
      >
        {children}
        <WindowRules checkRef={checkRef} />
      </PrimeDialog>
    </Suspense>
  );
}

/** Asked before a window with unsaved work is closed by Escape, its cross or a press beside it. */
export function UnsavedQuestion({ isAsked, keep, discard }: Closing) {
  const { t } = useTranslation('common');
  return (
    <BareDialog
      open={isAsked}
      onClose={keep}
      title={t('unsaved.title')}
      size={420}
      testId="unsaved-question"
      footer={
        <>
          <Button variant="danger" onClick={discard} testId="unsaved-discard">
            {t('unsaved.discard')}
          </Button>
          <Button variant="primary" onClick={keep} testId="unsaved-keep">
            {t('unsaved.keep')}
          </Button>
        </>
      }
    >
      <p>{t('unsaved.body')}</p>
    </BareDialog>
  );
}
