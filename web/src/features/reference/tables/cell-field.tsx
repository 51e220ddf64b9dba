import { useTranslation } from 'react-i18next';
import { Select } from '@atelier/ui/controls/select.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import type { ColumnView } from './use-cell-words.ts';

interface CellFieldProps {
  readonly column: ColumnView;
  readonly value: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (cell: string) => void;
}

/** One cell: a choice where the column has words to choose from, else a text. */
export function CellField({ column, value, error, disabled, onChange }: CellFieldProps) {
  const { t } = useTranslation(['tables', 'terms']);
  const own = {
    label: t(`tables:column.${column.name}`),
    required: !column.is_optional,
    error,
    value,
    disabled,
    testId: `cell-${column.name}`,
  };
  if (column.choices.length === 0)
    return (
      <TextField
        {...own}
        dir="auto"
        placeholder={column.example}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    );
  const wordOf = (choice: string): string =>
    column.kind === 'boolean'
      ? t(choice === 'true' ? 'terms:yes' : 'terms:no')
      : t(`tables:choice.${choice}`, choice);
  return (
    <Select
      {...own}
      placeholder=""
      options={column.choices.map((choice) => ({ value: choice, label: wordOf(choice) }))}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
