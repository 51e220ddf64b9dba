import { ChevronDown } from 'lucide-react';
import { type AutoCompleteCompleteEvent, AutoComplete } from 'primereact/autocomplete';
import { useState } from 'react';
import { type FieldProps, Field } from './field.tsx';
import type { Option } from './select.tsx';

export interface ComboboxProps<T extends string | number> extends FieldProps {
  value: T | null;
  options: readonly Option<T>[];
  onChange: (value: T | null) => void;
  onBlur?: () => void;
  placeholder?: string;
  disabled?: boolean;
  /** Said when nothing fits what was typed. */
  emptyText: string;
  /** How many suggestions at most. */
  limit?: number;
  testId?: string;
}

/** Lower case without accents, so that "mexico" finds "México". */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Options whose label holds the words typed; those that begin with them first. */
export function matchOptions<T extends string | number>(
  options: readonly Option<T>[],
  typed: string,
  limit: number,
) {
  const words = plain(typed.trim());
  if (words === '') return options.slice(0, limit);
  const hits = options.filter((option) => plain(option.label).includes(words));
  const first = hits.filter((option) => plain(option.label).startsWith(words));
  return [...first, ...hits.filter((option) => !first.includes(option))].slice(0, limit);
}

/** A choice from a long list by typing: countries, cities, dial codes. */
export function Combobox<T extends string | number>(props: ComboboxProps<T>) {
  const { value, options, onChange, limit = 60 } = props;
  const chosen = options.find((option) => option.value === value) ?? null;
  /** What stands in the box while it is not yet a choice; null shows the choice. */
  const [typed, setTyped] = useState<string | null>(null);
  const [suggestions, setSuggestions] = useState<Option<T>[]>([]);
  const { label, hint, error, required, aside, hideLabel, className } = props;
  const frame = { label, hint, error, required, aside, hideLabel, className };

  const choose = (next: T | null) => {
    setTyped(null);
    onChange(next);
  };
  const settle = () => {
    const words = typed === null ? null : plain(typed.trim());
    const exact = options.find((option) => plain(option.label) === words);
    if (exact) choose(exact.value);
    else setTyped(null);
    props.onBlur?.();
  };
  return (
    <Field {...frame}>
      {({ id, ...aria }) => (
        <AutoComplete
          inputId={id}
          value={typed ?? chosen ?? ''}
          suggestions={suggestions}
          field="label"
          dropdown
          dropdownIcon={<ChevronDown size={16} aria-hidden />}
          dropdownAriaLabel={typeof label === 'string' ? label : ''}
          completeMethod={(event: AutoCompleteCompleteEvent) =>
            setSuggestions(matchOptions(options, event.query, limit))
          }
          onChange={(event: { value: string | Option<T> | null }) => {
            if (!event.value) choose(null);
            else if (typeof event.value === 'string') setTyped(event.value);
          }}
          onSelect={(event: { value: Option<T> }) => choose(event.value.value)}
          onBlur={settle}
          autoHighlight
          delay={0}
          minLength={0}
          showEmptyMessage
          emptyMessage={props.emptyText}
          placeholder={props.placeholder ?? ''}
          disabled={props.disabled ?? false}
          appendTo="self"
          scrollHeight="280px"
          pt={{ input: { root: { ...aria, 'data-testid': props.testId } as Record<string, unknown> } }}
        />
      )}
    </Field>
  );
}
