import { X } from 'lucide-react';
import { Dialog as PrimeDialog } from 'primereact/dialog';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

export { SidePanel } from './side-panel.tsx';
export type { SidePanelProps } from './side-panel.tsx';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** Width in px on a wide screen; a phone always gets the full width. */
  size?: number;
  /** False while something must be answered first: no cross, no Escape. */
  closable?: boolean;
  testId?: string;
}

/** A window over the page. Focus is held inside and goes back where it came from. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  footer,
  size = 520,
  closable = true,
  testId,
}: DialogProps) {
  const { t } = useTranslation('common');
  return (
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
      closeIcon={<X size={18} aria-hidden />}
      style={{ '--dialog-size': `${size}px` } as Record<string, string>}
      pt={{
        root: { 'data-testid': testId, 'aria-modal': true } as Record<string, unknown>,
        closeButton: { 'aria-label': t('close') },
      }}
    >
      {children}
    </PrimeDialog>
  );
}

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children?: ReactNode;
  /** The verb itself ("Send package"), never "OK". */
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  /** While the returned promise runs the dialog stays open and busy; it closes by itself when it resolves to anything but false. */
  onConfirm: () => unknown;
  onClose: () => void;
  confirmDisabled?: boolean;
  testId?: string;
}

/** Asks once, before what the specification wants asked. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation('common');
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      if ((await props.onConfirm()) !== false) props.onClose();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={props.title}
      size={440}
      closable={!busy}
      testId={props.testId ?? 'confirm-dialog'}
      footer={
        <>
          <Button onClick={props.onClose} disabled={busy} testId="confirm-cancel">
            {props.cancelLabel ?? t('cancel')}
          </Button>
          <Button
            variant={props.danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={props.confirmDisabled ?? false}
            onClick={() => void confirm()}
            autoFocus
            testId="confirm-accept"
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <div>{props.children}</div>
    </Dialog>
  );
}
