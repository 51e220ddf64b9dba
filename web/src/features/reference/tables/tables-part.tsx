import type { ReferenceSetView } from '@atelier/contracts/reference/import/schema.ts';
import { Download, Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission, useStaffFormat } from '../../../lib/session/use-session.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Select } from '@atelier/ui/controls/select.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import {
  TABLES,
  useExportRows,
  type ReferenceRowView,
  type TableName,
  useRowHistory,
  type ReferenceEditView,
} from './queries.ts';
import { RowsTable } from './rows-table.tsx';
import { Section } from '@atelier/ui/layout/section.tsx';
import { SidePanel } from '@atelier/ui/windows/side-panel.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import { RowForm } from './row-form.tsx';
import { errorLine } from '../../../lib/api/notice-error.ts';

import './tables.css';

/** Fees, shipping fees and sites row by row: filtered, edited, exported. */
export function TablesPart({ sets }: { sets: readonly ReferenceSetView[] }) {
  const { t } = useTranslation('tables');
  const [name, setName] = useState<TableName>('repair_fees');
  const [filter, setFilter] = useState('');
  const [open, setOpen] = useState<ReferenceRowView | 'new' | null>(null);
  const q = useDeferredValue(filter);
  const set = sets.find((each) => each.set === name);
  if (set === undefined) return null;
  return (
    <Panel testId="reference-tables">
      <p className="panel-body muted">{t('lead')}</p>
      <TableBar
        name={name}
        filter={filter}
        onName={setName}
        onFilter={setFilter}
        onNew={() => setOpen('new')}
      />
      <RowsTable key={`${name} ${q}`} set={set} name={name} q={q} onOpen={setOpen} />
      {open !== null && (
        <RowPanel
          key={open === 'new' ? '' : open.key}
          set={set}
          name={name}
          row={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
        />
      )}
    </Panel>
  );
}

interface TableBarProps {
  readonly name: TableName;
  readonly filter: string;
  readonly onName: (name: TableName) => void;
  readonly onFilter: (filter: string) => void;
  readonly onNew: () => void;
}

function TableBar({ name, filter, onName, onFilter, onNew }: TableBarProps) {
  const { t } = useTranslation(['tables', 'reference']);
  const mayChange = usePermission('engine system config');
  const exported = useExportRows(name, filter);
  return (
    <div className="table-bar flex wrap at-end">
      <Select
        label={t('reference:form.set')}
        value={name}
        options={TABLES.map((value) => ({ value, label: t(`reference:set.${value}`) }))}
        onChange={(event) => onName(TABLES.find((each) => each === event.target.value) ?? name)}
        testId="table-set"
      />
      <TextField
        label={t('tables:filter')}
        type="search"
        value={filter}
        placeholder={t('tables:filterHint')}
        autoComplete="off"
        onChange={(event) => onFilter(event.target.value)}
        testId="table-filter"
      />
      <span className="row push">
        {mayChange && (
          <Button icon={<Plus size={16} aria-hidden />} onClick={onNew} testId="table-new">
            {t('tables:new')}
          </Button>
        )}
        <Button
          icon={<Download size={16} aria-hidden />}
          busy={exported.isPending}
          onClick={() => exported.mutate()}
          testId="table-export"
        >
          {t('tables:export')}
        </Button>
      </span>
    </div>
  );
}

interface RowPanelProps {
  readonly set: ReferenceSetView;
  readonly name: TableName;
  /** Null for a new row. */
  readonly row: ReferenceRowView | null;
  readonly onClose: () => void;
}

/** One row: its cells to change, and who changed it before. */
function RowPanel({ set, name, row, onClose }: RowPanelProps) {
  const { t } = useTranslation('tables');
  const mayChange = usePermission('engine system config');
  const title = row === null ? t('new') : <bdi dir="ltr">{row.key.replaceAll('.', ' · ')}</bdi>;
  return (
    <SidePanel open onClose={onClose} title={title} testId="row-panel">
      <Stack gap={18}>
        <RowForm set={set} name={name} row={row} isReadOnly={!mayChange} onSaved={onClose} />
        {row !== null && (
          <Section title={t('history')}>
            <RowHistory name={name} rowKey={row.key} />
          </Section>
        )}
      </Stack>
    </SidePanel>
  );
}

/** Who saved the row, when and why, with each cell before and after. */
function RowHistory({ name, rowKey }: { name: TableName; rowKey: string }) {
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
