import { Lock } from 'lucide-react';
import { Checkbox as PrimeCheckbox } from 'primereact/checkbox';
import { RadioButton } from 'primereact/radiobutton';
import { SelectButton } from 'primereact/selectbutton';
import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

export interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  hideLabel?: boolean;
  name?: string;
  testId?: string;
}

/** A yes or no with its label. */
export function Checkbox({
  label,
  checked,
  onChange,
  disabled = false,
  hideLabel,
  name,
  testId,
}: CheckboxProps) {
  const id = useId();
  return (
    <label className="check" htmlFor={id}>
      <PrimeCheckbox
        inputId={id}
        checked={checked}
        disabled={disabled}
        name={name ?? ''}
        onChange={(event) => onChange(Boolean(event.checked))}
        pt={{ input: { 'data-testid': testId } as Record<string, unknown> }}
      />
      <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
    </label>
  );
}

export interface ChoiceOption<T extends string | number> {
  value: T;
  label: ReactNode;
  /** A word at the far end of the card, such as why it is locked. */
  note?: ReactNode;
  /** Chosen and not to be changed. */
  locked?: boolean;
  disabled?: boolean;
  testId?: string;
}

export interface RadioGroupProps<T extends string | number> {
  label: ReactNode;
  hideLabel?: boolean;
  value: T | null;
  options: readonly ChoiceOption<T>[];
  onChange: (value: T) => void;
  /** `cards` for the few large choices of a factory screen, `inline` for two or three words in a row. */
  look?: 'cards' | 'list' | 'inline';
  error?: string | undefined;
}

/** One of several. A locked option is shown as chosen, with its reason, beside the free ones. */
export function RadioGroup<T extends string | number>(props: RadioGroupProps<T>) {
  const { label, hideLabel, value, options, onChange, look = 'list', error } = props;
  const name = useId();
  return (
    <fieldset
      className={classNames('choices', look === 'inline' && 'inline')}
      aria-invalid={error ? true : undefined}
    >
      <legend className={hideLabel ? 'sr-only' : undefined}>{label}</legend>
      {options.map((option) =>
        option.locked ? (
          <LockedChoice key={option.value} option={option} />
        ) : (
          <label
            key={option.value}
            className={look === 'cards' ? classNames('choice-card', option.value === value && 'on') : 'check'}
            htmlFor={`${name}${option.value}`}
          >
            <RadioButton
              inputId={`${name}${option.value}`}
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled ?? false}
              onChange={() => onChange(option.value)}
              pt={{ input: { 'data-testid': option.testId } as Record<string, unknown> }}
            />
            <span>{option.label}</span>
            {option.note && <span className="note">{option.note}</span>}
          </label>
        ),
      )}
      {error && (
        <span className="field-error" role="alert">
          {error}
        </span>
      )}
    </fieldset>
  );
}

/** Large cards to press, with locked ones and their reasons first. */
export const ChoiceCards = <T extends string | number>(props: Omit<RadioGroupProps<T>, 'look'>) => (
  <RadioGroup look="cards" {...props} />
);

function LockedChoice<T extends string | number>({ option }: { option: ChoiceOption<T> }) {
  return (
    <div className="choice-card locked" data-testid={option.testId}>
      <Lock aria-hidden />
      <span>{option.label}</span>
      {option.note && <span className="note">{option.note}</span>}
    </div>
  );
}

export interface SegmentedControlProps<T extends string | number> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
  testId?: string;
}

/** Two to five views of the same thing, one of them shown. */
export function SegmentedControl<T extends string | number>(props: SegmentedControlProps<T>) {
  return (
    <SelectButton
      value={props.value}
      options={[...props.options]}
      optionLabel="label"
      optionValue="value"
      allowEmpty={false}
      onChange={(event) => event.value !== null && props.onChange(event.value as T)}
      aria-label={props.label}
      data-testid={props.testId}
    />
  );
}
