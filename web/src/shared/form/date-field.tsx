import { InputText } from 'primereact/inputtext';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { useFormat } from '@atelier/ui/text/format.ts';
import { Field } from '@atelier/ui/controls/field.tsx';
import type { TextFieldProps } from '@atelier/ui/controls/text-field.tsx';

/**
 * The platform's date input, with its day written in the language of the screen: browsers write it in their own. While it
 * has the focus, its own parts are typed into.
 */
function DateInput({ ref, ...input }: ComponentProps<typeof InputText>) {
  const { date: words } = useFormat('UTC');
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
        <bdi>{words(day)}</bdi>
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
