import type { FeeFirstPaint, FeeFormIssue } from '@atelier/contracts/customer-site/fee-first-paint.ts';
import { FEE_PATH } from '@atelier/domain/repair/item/fee-link-contract.ts';
import type { FeeAskedView } from '@atelier/contracts/repair/fee-link-schema.ts';
import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import { type FormEvent, useId, useRef, useState } from 'react';
import { newKey } from '../../../lib/api/new-key.ts';
import type { Signature } from '../../../shared/item/signature-ink.ts';
import type { Language } from '../../../lib/i18n/languages.ts';
import { InkPad } from '../ink-pad.tsx';
import type { Translate } from '../texts.ts';
import { useAlive } from '../use-alive.ts';
import { sendAnswer, type GivenAnswer } from './fee-state.ts';

export interface AnswerFormProps {
  t: Translate;
  language: Language;
  token: string;
  asked: FeeAskedView;
  amount: string;
  first: FeeFirstPaint | undefined;
  /** Called with what is recorded now. */
  onAnswered: (asked: FeeAskedView) => void;
  /** The link has ended meanwhile: how, the server says. */
  onEnded: () => void;
}

const ISSUE_WORDS = {
  name: 'fee.needName',
  signature: 'fee.needSign',
  conditions: 'fee.reread',
  busy: 'fee.busy',
  notSent: 'fee.notSent',
} as const satisfies Record<FeeFormIssue, string>;

/** Which field an issue speaks of; the whole form otherwise. */
const FIELD_OF: Partial<Record<FeeFormIssue, 'name' | 'typed'>> = { name: 'name', signature: 'typed' };

/** Name, signature and the two answers: a plain form before the script and without it. */
export function AnswerForm(props: AnswerFormProps) {
  const { t, language, token, asked, amount, first } = props;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const answer = useAnswer(props, form);
  return (
    <form
      ref={form}
      className="fee-form"
      method="post"
      action={`${FEE_PATH}${token}`}
      onSubmit={answer.submit}
      noValidate
      data-testid="fee-form"
    >
      <input type="hidden" name="key" value={answer.key} />
      <input type="hidden" name="language" value={language} />
      <input type="hidden" name="amount" value={asked.amount} />
      <input type="hidden" name="currency" value={asked.currency} />
      <input type="hidden" name="conditions" value={asked.conditions} />
      <IssueLine id={`${id}i`} issue={answer.issue} t={t} />
      <div className="fee-field stack gap-6">
        <label htmlFor={`${id}n`}>{t('fee.name')}</label>
        <input
          id={`${id}n`}
          name="name"
          defaultValue={first?.name ?? ''}
          maxLength={TEXT_LENGTH.personName}
          autoComplete="name"
          required
          aria-invalid={answer.issue === 'name' || undefined}
          aria-describedby={answer.issue === 'name' ? `${id}i` : undefined}
          data-testid="fee-name"
        />
      </div>
      <fieldset className="fee-field stack gap-6">
        <legend>{t('fee.signature')}</legend>
        {answer.isAlive && !answer.nameSigns && (
          <InkPad
            label={t('fee.signature')}
            hint={t('fee.hint')}
            clearLabel={t('fee.clear')}
            onChange={answer.sign}
          />
        )}
        <label className="fee-check row gap-12">
          <input
            type="checkbox"
            name="typed"
            checked={answer.nameSigns}
            onChange={(event) => answer.setNameSigns(event.target.checked)}
            aria-invalid={answer.issue === 'signature' || undefined}
            aria-describedby={answer.issue === 'signature' ? `${id}i` : undefined}
            data-testid="fee-typed"
          />
          <span>{t('fee.typed')}</span>
        </label>
      </fieldset>
      <div className="fee-buttons grid gap-12">
        <button
          type="submit"
          name="answer"
          value="approved"
          className="fee-go"
          aria-disabled={answer.isSending || undefined}
          data-testid="fee-approve"
        >
          {t('fee.approve', { amount })}
        </button>
        <button
          type="submit"
          name="answer"
          value="declined"
          className="fee-no"
          aria-disabled={answer.isSending || undefined}
          data-testid="fee-decline"
        >
          {t('fee.decline')}
        </button>
      </div>
    </form>
  );
}

const IssueLine = ({ id, issue, t }: { id: string; issue: FeeFormIssue | null; t: Translate }) =>
  issue === null ? null : (
    <p className="lookup-error" role="alert" id={id} data-testid="fee-issue">
      {t(ISSUE_WORDS[issue])}
    </p>
  );

/** The same key until the answer is recorded, so that a click too many and a second attempt count once. */
function useAnswer(
  { language, token, asked, first, onAnswered, onEnded }: AnswerFormProps,
  form: React.RefObject<HTMLFormElement | null>,
) {
  const [key, setKey] = useState(() => first?.key ?? newKey());
  const isAlive = useAlive();
  const [nameSigns, setNameSigns] = useState(false);
  const [drawn, setDrawn] = useState<Signature | null>(null);
  const [issue, setIssue] = useState(first?.issue ?? null);
  const sending = useRef(false);
  const [isSending, setSending] = useState(false);

  const refuse = (found: FeeFormIssue) => {
    setIssue(found);
    const field = FIELD_OF[found];
    if (field) form.current?.querySelector<HTMLElement>(`[name=${field}]`)?.focus();
  };
  const send = async (given: GivenAnswer) => {
    sending.current = true;
    setSending(true);
    setIssue(null);
    const found = await sendAnswer(token, asked, language, given);
    sending.current = false;
    setSending(false);
    // What was refused decided nothing: what is written instead is another answer.
    if (typeof found === 'string') {
      if (found !== 'notSent') setKey(newKey());
      return refuse(found);
    }
    return found === null ? onEnded() : onAnswered(found);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return undefined;
    const pressed = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value');
    const answer = pressed === 'declined' ? 'declined' : 'approved';
    const typed = new FormData(event.currentTarget).get('name');
    const name = typeof typed === 'string' ? typed.trim() : '';
    if (name === '') return refuse('name');
    if (answer === 'approved' && drawn === null && !nameSigns) return refuse('signature');
    return void send({ answer, name, drawn, nameSigns, key });
  };
  const sign = (signature: Signature | null) => {
    setDrawn(signature);
    if (signature !== null) setIssue((shown) => (shown === 'signature' ? null : shown));
  };
  return { key, isAlive, nameSigns, setNameSigns, sign, issue, isSending, submit };
}
