import { Check, Columns3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Menu, type MenuTriggerAttributes } from '@atelier/ui/controls/menu.tsx';
import type { ListAudience } from './queries.ts';
import { COLUMNS, type Column, type ListState } from './list-state.ts';
import type { ChangeList } from './use-list-state.ts';

/** Which columns show; with the filters they belong to the address and to a saved view. */
export function ColumnsMenu({
  audience,
  state,
  change,
}: {
  audience: ListAudience;
  state: ListState;
  change: ChangeList;
}) {
  const { t } = useTranslation(['rma', 'search']);
  const offered = COLUMNS.filter((column) => column !== 'store' || audience === 'operation');
  const toggle = (column: Column) =>
    change({
      hide: state.hide.includes(column)
        ? state.hide.filter((hidden) => hidden !== column)
        : [...state.hide, column],
    });
  return (
    <Menu
      label={t('search:columns.choose')}
      testId="columns-menu"
      groups={[
        {
          key: 'columns',
          items: offered.map((column) => ({
            key: `column-${column}`,
            label: t(`rma:list.column.${column}`),
            checked: !state.hide.includes(column),
            trail: !state.hide.includes(column) && <Check size={15} aria-hidden className="push" />,
            onSelect: () => toggle(column),
          })),
        },
      ]}
      trigger={columnsTrigger(t('search:columns.choose'))}
    />
  );
}

const columnsTrigger = (label: string) => (attributes: MenuTriggerAttributes) => (
  <Button variant="bare" icon={<Columns3 size={16} aria-hidden />} testId="columns" {...attributes}>
    {label}
  </Button>
);
