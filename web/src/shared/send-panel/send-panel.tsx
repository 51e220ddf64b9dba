import { Send } from 'lucide-react';
import { useState, type Key, type ReactNode } from 'react';
import { Button } from '@atelier/ui/controls/button.tsx';
import { ConfirmDialog } from '@atelier/ui/windows/dialog.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import type { Signature } from '../item/signature-ink.ts';
import { SignaturePad } from '../item/signature-pad.tsx';

export interface SendPanelProps {
  title: string;
  /** At the far end of the header. */
  action?: ReactNode;
  className?: string;
  testId: string;
  /** What is filled in before one signs. */
  children: ReactNode;
  /** Another key is a blank pad. */
  pad: { label: string; onChange: (signature: Signature | null) => void; key?: Key };
  /** Why the last sending was refused. */
  error?: ReactNode;
  button: { label: string; busy: boolean; disabledReason: string | undefined; testId: string };
  /** What is asked before it goes; left out, the button sends at once. */
  confirm?: { title: string; label: string; body: string };
  /** Sends; resolves when the question may close. */
  onSend: () => unknown;
}

/** Fields, a signature and the one button that sends packages. */
export function SendPanel(props: SendPanelProps) {
  const { title, action, className, testId, children, pad, error, button, confirm, onSend } = props;
  const [isAsked, setAsked] = useState(false);
  return (
    <Panel title={title} action={action} testId={testId} {...(className !== undefined && { className })}>
      <div className="panel-body stack">
        {children}
        <SignaturePad key={pad.key} label={pad.label} onChange={pad.onChange} />
        {error}
        <Button
          variant="primary"
          size="large"
          wide
          icon={<Send size={16} aria-hidden className="flips" />}
          busy={button.busy}
          disabledReason={button.disabledReason}
          onClick={confirm === undefined ? onSend : () => setAsked(true)}
          testId={button.testId}
        >
          {button.label}
        </Button>
      </div>
      {confirm !== undefined && (
        <ConfirmDialog
          open={isAsked}
          title={confirm.title}
          confirmLabel={confirm.label}
          onConfirm={onSend}
          onClose={() => setAsked(false)}
          testId="confirm-send"
        >
          <p>{confirm.body}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
