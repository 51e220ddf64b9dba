import type { ReferenceSetView } from '@atelier/contracts/reference/import/schema.ts';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../../lib/session/use-session.ts';
import { Section } from '@atelier/ui/layout/section.tsx';
import { SidePanel } from '@atelier/ui/windows/side-panel.tsx';
import { Stack } from '@atelier/ui/layout/stack.tsx';
import type { ReferenceRowView, TableName } from './queries.ts';
import { RowForm } from './row-form.tsx';
import { RowHistory } from './row-history.tsx';

interface RowPanelProps {
  readonly set: ReferenceSetView;
  readonly name: TableName;
  /** Null for a new row. */
  readonly row: ReferenceRowView | null;
  readonly onClose: () => void;
}

/** One row: its cells to change, and who changed it before. */
export function RowPanel({ set, name, row, onClose }: RowPanelProps) {
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
