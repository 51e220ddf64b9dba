import { LEAST_INK, SIGN_PATH } from '@atelier/domain/customer-site/phone-signature.ts';
import type { SignFirstPaint, SignFormIssue } from '@atelier/contracts/customer-site/sign-first-paint.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { type FormEvent, type RefObject, useId, useRef, useState } from 'react';
import { newKey } from '../../../lib/api/new-key.ts';
import type { Language } from '../../../lib/i18n/languages.ts';
import type { Signature } from '../../../shared/item/signature-ink.ts';
import { InkPad } from '../ink-pad.tsx';
import type { Translate } from '../texts.ts';
import { useAlive } from '../use-alive.ts';
import { sendSignature, type SignState } from './sign-state.ts';

export interface SignFormProps {
  t: Translate;
  language: Language;
  token: string;
  /** What the signature says. */
  agree: string;
  first: SignFirstPaint | undefined;
  /** Called with what the page shows from now on. */
  onSent: (state: SignState) => void;
}

const ISSUE_WORDS = {
  signature: 'sign.needSign',
  busy: 'sign.busy',
  notSent: 'sign.notSent',
} as const satisfies Record<SignFormIssue, string>;

/** A pad, or a typed name in its place: a plain form before the script and without it. */
export function SignForm(props: SignFormProps) {
  const { t, language, token, agree, first } = props;
  const id = useId();
  const name = useRef<HTMLInputElement>(null);
  const signing = useSignature(props, name);
  const isUnsigned = signing.issue === 'signature';
  return (
    <form
      className="fee-form"
      method="post"
      action={`${SIGN_PATH}${token}`}
      onSubmit={signing.submit}
      noValidate
      data-testid="sign-form"
    >
      <input type="hidden" name="key" value={signing.key} />
      <input type="hidden" name="language" value={language} />
      {signing.issue !== null && (
        <p className="lookup-error" role="alert" id={`${id}i`} data-testid="sign-issue">
          {t(ISSUE_WORDS[signing.issue])}
        </p>
      )}
      {signing.isAlive && (
        <fieldset className="fee-field stack gap-6">
          <legend>{t('sign.signature')}</legend>
          <InkPad
            label={t('sign.signature')}
            hint={t('sign.hint')}
            clearLabel={t('sign.clear')}
            onChange={signing.draw}
          />
        </fieldset>
      )}
      <div className="fee-field stack gap-6">
        <label htmlFor={`${id}n`}>{t('sign.typed')}</label>
        <input
          ref={name}
          id={`${id}n`}
          name="name"
          defaultValue={first?.name ?? ''}
          maxLength={TEXT_LENGTH.personName}
          autoComplete="name"
          aria-invalid={isUnsigned || undefined}
          aria-describedby={isUnsigned ? `${id}i` : undefined}
          data-testid="sign-name"
        />
      </div>
      <p className="small muted">{agree}</p>
      <div className="fee-buttons grid gap-12 sign-buttons">
        <button
          type="submit"
          className="fee-go"
          aria-disabled={signing.isSending || undefined}
          data-testid="sign-send"
        >
          {t('sign.send')}
        </button>
      </div>
    </form>
  );
}

/** The same key until the signature is recorded, so that a click too many and a second attempt count once. */
function useSignature({ token, first, onSent }: SignFormProps, name: RefObject<HTMLInputElement | null>) {
  const [key, setKey] = useState(() => first?.key ?? newKey());
  const isAlive = useAlive();
  const [drawn, setDrawn] = useState<Signature | null>(null);
  const [issue, setIssue] = useState(first?.issue ?? null);
  const [isSending, setSending] = useState(false);
  const sending = useRef(false);

  const refuse = (found: SignFormIssue) => {
    setIssue(found);
    if (found === 'signature') name.current?.focus();
  };
  const send = async (typed: string) => {
    sending.current = true;
    setSending(true);
    setIssue(null);
    const given =
      drawn === null ? { strokes: [], signer_name: typed } : { strokes: drawn.strokes, signer_name: '' };
    const found = await sendSignature(token, { ...given, key });
    sending.current = false;
    setSending(false);
    if (typeof found !== 'string') return onSent(found);
    // What was refused recorded nothing: what is drawn instead is another signature.
    if (found !== 'notSent') setKey(newKey());
    return refuse(found);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return undefined;
    const typed = name.current?.value.trim() ?? '';
    if (drawn === null && typed.length < LEAST_INK.letters) return refuse('signature');
    return void send(typed);
  };
  const draw = (signature: Signature | null) => {
    setDrawn(signature);
    if (signature !== null) setIssue((shown) => (shown === 'signature' ? null : shown));
  };
  return { key, isAlive, draw, issue, isSending, submit };
}
