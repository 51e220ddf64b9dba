import { CodeForm } from './code-form.tsx';
import { EnrolForm } from './enrol-form.tsx';
import type { HeldSignIn, OnHeld } from './held-sign-in.ts';
import { OwnPasswordForm } from './own-password-form.tsx';

interface HeldStepProps {
  held: HeldSignIn;
  onHeld: OnHeld;
  onBack: () => void;
}

/** What a sign-in has to do after its password: a code, one's own password, or a second factor. */
export function HeldStep({ held, ...on }: HeldStepProps) {
  if (held.kind === 'code') return <CodeForm step={held.step} password={held.password} {...on} />;
  if (held.kind === 'password') return <OwnPasswordForm held={held} {...on} />;
  return <EnrolForm held={held} {...on} />;
}
