import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BareDialogProps, BareDialog, UnsavedQuestion } from './bare-dialog.tsx';
import { Button } from '../controls/button.tsx';
import { useClosing } from './window-rules.tsx';

export { SidePanel } from './side-panel.tsx';

export interface DialogProps extends Omit<BareDialogProps, 'checkRef'> {
  /** Nothing in it is work: a search, a choice of paper. It closes without asking. */
  transient?: boolean;
}

/** A window over the page. Closed by Escape, its cross or a press beside it, it asks before unsaved work is lost. */
export function Dialog({ transient = false, onClose, ...window }: DialogProps) {
  const closing = useClosing(onClose);
  return (
    <>
      <BareDialog {...window} onClose={closing.close} checkRef={transient ? undefined : closing.checkRef} />
      {closing.isAsked && <UnsavedQuestion {...closing} />}
    </>
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
  /** While the returned promise runs the dialog stays open and busy; it closes when it resolves to anything but false. */
  onConfirm: () => unknown;
  onClose: () => void;
  confirmDisabled?: boolean;
  testId?: string;
}

/** Asks once, before what product/repair.md §9 wants asked. */
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
