import { TEXT_LENGTH } from '@atelier/domain/contract/limits.ts';
import type { ReferenceSetView } from '@atelier/contracts/reference/import/schema.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../lib/api/api-error.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Banner } from '@atelier/ui/feedback/states.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { issueWords } from '../issue-words.ts';
import { CellField } from './cell-field.tsx';
import { useSaveRow, type ReferenceRowView, type RowCells, type TableName } from './queries.ts';

interface RowFormProps {
  readonly set: ReferenceSetView;
  readonly name: TableName;
  readonly row: ReferenceRowView | null;
  readonly isReadOnly: boolean;
  readonly onSaved: () => void;
}

/** The cells of one row, checked by the server as a file of this row would be. */
export function RowForm({ set, name, row, isReadOnly, onSaved }: RowFormProps) {
  const { t } = useTranslation(['tables', 'terms']);
  const [cells, setCells] = useState<RowCells>(row?.cells ?? {});
  const [reason, setReason] = useState('');
  const save = useSaveRow(name, onSaved);
  const issues = useIssues(save.error);
  const isStale = save.error instanceof ApiError && save.error.code === 'row_changed';
  return (
    <form
      className="stack gap-14"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ cells, seen: row?.cells ?? null, reason });
      }}
    >
      {isStale && <Banner tone="warn" title={t('tables:stale')} testId="row-stale" />}
      {set.columns.map((column) => (
        <CellField
          key={column.name}
          column={column}
          value={cells[column.name] ?? ''}
          error={issues.get(column.name)}
          disabled={isReadOnly || (row !== null && column.is_key)}
          onChange={(cell) => setCells({ ...cells, [column.name]: cell })}
        />
      ))}
      {!isReadOnly && (
        <>
          <TextField
            label={t('terms:field.reason')}
            required
            value={reason}
            maxLength={TEXT_LENGTH.reason}
            onChange={(event) => setReason(event.target.value)}
            testId="row-reason"
          />
          <div>
            <Button
              type="submit"
              variant="primary"
              busy={save.isPending}
              disabled={reason.trim() === ''}
              testId="row-save"
            >
              {t('tables:save')}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

/** What the server refused, by column. */
function useIssues(error: Error | null): ReadonlyMap<string, string> {
  const { t } = useTranslation('reference');
  const refused = error instanceof ApiError && error.code === 'import_refused' ? error.errors : [];
  return new Map(
    refused.map(({ path, code }) => {
      const column = path.slice(path.indexOf('.') + 1);
      return [column, issueWords(t, { column, code, value: '' }).words];
    }),
  );
}
