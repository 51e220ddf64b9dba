import { ChevronDown } from 'lucide-react';
import type { Ref, SelectHTMLAttributes } from 'react';
import { type FieldProps, Field } from './field.tsx';

export interface Option<T extends string | number = string> {
  value: T;
  label: string;
  disabled?: boolean;
}

export interface SelectProps
  extends
    FieldProps,
    Pick<
      SelectHTMLAttributes<HTMLSelectElement>,
      'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'name' | 'disabled' | 'autoComplete'
    > {
  options: readonly Option<string | number>[];
  /** Text of an empty first choice; without it the first option is chosen. */
  placeholder?: string;
  ref?: Ref<HTMLSelectElement>;
  testId?: string;
}

/**
 * A choice from a short list. The platform's own `<select>`: PrimeReact's Dropdown needs repairs to be read aloud
 * (design: experience), and a phone's wheel beats any list we could draw.
 */
export function Select(props: SelectProps) {
  const {
    label,
    hint,
    error,
    required,
    aside,
    hideLabel,
    className,
    options,
    placeholder,
    testId,
    ref,
    ...select
  } = props;
  const frame = { label, hint, error, required, aside, hideLabel, className };
  return (
    <Field {...frame}>
      {(control) => (
        <span className="select-box">
          <select className="native-select" {...select} {...control} ref={ref} data-testid={testId}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown aria-hidden />
        </span>
      )}
    </Field>
  );
}
