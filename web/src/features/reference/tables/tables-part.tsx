import type { ReferenceSetView } from '@atelier/contracts/reference/import/schema.ts';
import { Download, Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../../lib/session/use-session.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Select } from '@atelier/ui/controls/select.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { TABLES, useExportRows, type ReferenceRowView, type TableName } from './queries.ts';
import { RowPanel } from './row-panel.tsx';
import { RowsTable } from './rows-table.tsx';
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
