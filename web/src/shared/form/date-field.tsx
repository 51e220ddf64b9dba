import { InputText } from 'primereact/inputtext';
import type { ComponentProps } from 'react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/field.tsx';
import type { TextFieldProps } from '../../ui/text-field.tsx';

const wordsOf = (day: string, language: string): string => {
  const moment = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(moment)) return '';
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(moment);
};

/**
 * The platform's date input, with its day written in the language of the screen: browsers write it in their own. While it
 * has the focus, its own parts are typed into.
 */
function DateInput({ ref, ...input }: ComponentProps<typeof InputText>) {
  const { i18n } = useTranslation();
  const own = useRef<HTMLInputElement | null>(null);
  const [day, setDay] = useState('');
  // A form sets the value of an uncontrolled input without an event: read after each drawing, kept where it is new.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => {
    const now = own.current?.value ?? '';
    if (now !== day) setDay(now);
  });
  const keep = (element: HTMLInputElement | null) => {
    own.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  };
  return (
    <span className="date-field">
      <InputText {...input} ref={keep} onInput={(event) => setDay(event.currentTarget.value)} />
      <span className="date-words" aria-hidden>
        <bdi>{wordsOf(day, i18n.language)}</bdi>
      </span>
    </span>
  );
}

/** A day: a text field of type `date` that speaks the language of the screen. */
export function DateField(props: Omit<TextFieldProps, 'type'>) {
  const { label, hint, error, required, aside, hideLabel, className, testId, ref, ...input } = props;
  return (
    <Field {...{ label, hint, error, required, aside, hideLabel, className }}>
      {(control) => <DateInput type="date" {...input} {...control} ref={ref} data-testid={testId} />}
    </Field>
  );
}
