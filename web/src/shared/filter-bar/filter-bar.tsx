import { Select, type Option } from '@atelier/ui/controls/select.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { DateField } from '../form/date-field.tsx';
import './filter-bar.css';

export interface FilterSpec<Name extends string> {
  name: Name;
  label: string;
  /** What stands in an empty box; of a choice, the name of "no choice". */
  placeholder?: string;
  /** A choice from these; without them a text, or a day. */
  options?: readonly Option[];
  type?: 'date';
  maxLength?: number;
  dir?: 'ltr';
}

export interface FilterBarProps<Name extends string> {
  /** Test ids are `<id>-<name>`. */
  id: string;
  filters: readonly FilterSpec<Name>[];
  values: Readonly<Record<Name, string>>;
  onChange: (part: Partial<Record<Name, string>>) => void;
}

/** What a list is searched and narrowed by: a text first, where there is one, then choices. */
export function FilterBar<Name extends string>({ id, filters, values, onChange }: FilterBarProps<Name>) {
  const choices = filters.filter(({ options, type }) => options !== undefined || type === 'date').length;
  const looks = choices === filters.length ? 'choices' : choices === 0 ? 'text' : 'both';
  return (
    <div
      className={`filter-bar grid pad-14 line-below filter-${looks}`}
      style={{ '--choices': choices } as Record<string, unknown>}
      role="search"
    >
      {filters.map((filter) => (
        <FilterField
          key={filter.name}
          {...filter}
          value={values[filter.name]}
          // One name with its value; TypeScript widens a computed key to any text.
          onValue={(value) => onChange({ [filter.name]: value } as Partial<Record<Name, string>>)}
          testId={`${id}-${filter.name}`}
        />
      ))}
    </div>
  );
}

interface FilterFieldProps extends Omit<FilterSpec<string>, 'name'> {
  value: string;
  onValue: (value: string) => void;
  testId: string;
}

function FilterField({ options, onValue, type, ...field }: FilterFieldProps) {
  if (type === 'date') return <DateField {...field} onChange={(event) => onValue(event.target.value)} />;
  if (options === undefined)
    return <TextField {...field} onChange={(event) => onValue(event.target.value)} />;
  const { maxLength: _, dir: __, ...choice } = field;
  return <Select {...choice} options={options} onChange={(event) => onValue(event.target.value)} />;
}
