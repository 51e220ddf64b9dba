import { InputText } from 'primereact/inputtext';
import { InputTextarea } from 'primereact/inputtextarea';
import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react';
import { type FieldProps, Field } from './field.tsx';

type NativeInput = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'type'
  | 'onChange'
  | 'onBlur'
  | 'onKeyDown'
  | 'onFocus'
  | 'name'
  | 'placeholder'
  | 'autoComplete'
  | 'autoFocus'
  | 'inputMode'
  | 'maxLength'
  | 'readOnly'
  | 'disabled'
  | 'min'
  | 'max'
  | 'step'
  | 'list'
  | 'spellCheck'
  | 'dir'
>;

export interface TextFieldProps extends FieldProps, NativeInput {
  value?: string | undefined;
  defaultValue?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  testId?: string;
}

/** One line of text, a date or a number. Spread `register('name')` of react-hook-form onto it. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, required, aside, hideLabel, className, testId, ref, ...input } = props;
  const frame = { label, hint, error, required, aside, hideLabel, className };
  return (
    <Field {...frame}>
      {(control) => <InputText {...input} {...control} ref={ref} data-testid={testId} />}
    </Field>
  );
}

export interface TextAreaProps
  extends
    FieldProps,
    Pick<
      TextareaHTMLAttributes<HTMLTextAreaElement>,
      | 'onChange'
      | 'onBlur'
      | 'onKeyDown'
      | 'name'
      | 'placeholder'
      | 'rows'
      | 'maxLength'
      | 'readOnly'
      | 'disabled'
      | 'lang'
      | 'dir'
    > {
  value?: string | undefined;
  defaultValue?: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
  testId?: string;
}

/** Several lines of text. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, required, aside, hideLabel, className, testId, ref, rows = 3, ...area } = props;
  const frame = { label, hint, error, required, aside, hideLabel, className };
  return (
    <Field {...frame}>
      {(control) => <InputTextarea {...area} {...control} rows={rows} ref={ref} data-testid={testId} />}
    </Field>
  );
}
