import { useTranslation } from 'react-i18next';
import { errorLine } from '../../../lib/api/notice-error.ts';
import { useStaffFormat } from '../../../lib/session/use-session.ts';
import { useRowHistory, type ReferenceEditView, type TableName } from './queries.ts';

/** Who saved the row, when and why, with each cell before and after. */
export function RowHistory({ name, rowKey }: { name: TableName; rowKey: string }) {
  const { t } = useTranslation('tables');
  const history = useRowHistory(name, rowKey);
  if (history.data === undefined)
    return <p className="muted small">{history.isError ? errorLine(history.error) : '…'}</p>;
  const edits = history.data.data;
  if (edits.length === 0) return <p className="muted small">{t('noHistory', { view: t('view.file') })}</p>;
  return (
    <ol className="row-history stack gap-12" data-testid="row-history">
      {edits.map((edit) => (
        <Edit key={edit.at} edit={edit} />
      ))}
    </ol>
  );
}

function Edit({ edit: { at, by, reason, is_new: isNew, changes } }: { edit: ReferenceEditView }) {
  const { t } = useTranslation('tables');
  const { dateTime } = useStaffFormat();
  const cell = (value: string | null): string => (value === null || value === '' ? t('empty') : value);
  return (
    <li>
      {isNew && <span className="strong">{t('created')}</span>}
      {changes.map(({ column, before, after }) => (
        <span key={column} className="num">
          {t('change', { column: t(`column.${column}`), before: cell(before), after: cell(after) })}
        </span>
      ))}
      <span className="small muted">
        <bdi>{t('by', { name: by, at: dateTime(at) })}</bdi>
        <span dir="auto">{` “${reason}”`}</span>
      </span>
    </li>
  );
}
