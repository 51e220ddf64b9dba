import type { SavedView } from '@atelier/contracts/repair-list/views/schema.ts';
import { Bookmark, Check } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Menu, type MenuItemSpec, type MenuTriggerAttributes } from '@atelier/ui/controls/menu.tsx';
import { loadChunk } from '@atelier/ui/chunks/lazy-chunk.ts';
import type { ListAudience } from './queries.ts';
import type { ListState } from './list-state.ts';
import type { ChangeList } from './use-list-state.ts';
import { useViewCommands } from './use-views.ts';
import { isShown, stateOfView, viewFiltersOf } from './view-filters.ts';

// Windows that few open do not weigh on the list.
const loadDialogs = () => loadChunk(() => import('./view-dialogs.tsx'));
const SaveViewDialog = lazy(async () => ({ default: (await loadDialogs()).SaveViewDialog }));
const ManageViewsDialog = lazy(async () => ({ default: (await loadDialogs()).ManageViewsDialog }));

interface ViewsMenuProps {
  audience: ListAudience;
  state: ListState;
  change: ChangeList;
  views: readonly SavedView[];
}

/** The person's saved views: one press shows the list as it was kept. */
export function ViewsMenu({ audience, state, change, views }: ViewsMenuProps) {
  const { t } = useTranslation('search');
  const commands = useViewCommands(audience);
  const [open, setOpen] = useState<'save' | 'manage' | null>(null);
  const [last, setLast] = useState<number | null>(null);
  const shown = views.find((view) => isShown(view, state));
  const changed = shown === undefined ? views.find(({ id }) => id === last) : undefined;
  const entries = views.map((view): MenuItemSpec => ({
    key: `view-${view.id}`,
    label: view.name,
    checked: view === shown,
    trail: view === shown && <Check size={15} aria-hidden className="push" />,
    onSelect: () => {
      setLast(view.id);
      change({ ...stateOfView(view), open: state.open });
    },
  }));
  const none: MenuItemSpec = {
    key: 'view-none',
    label: t('views.none'),
    disabled: true,
    onSelect: () => undefined,
  };
  const update = changed && {
    key: 'view-update',
    label: t('views.update', { name: changed.name }),
    onSelect: () => commands.change.mutate({ id: changed.id, filters: viewFiltersOf(state) }),
  };
  const actions: MenuItemSpec[] = [
    ...(update ? [update] : []),
    { key: 'view-save', label: t('views.save'), onSelect: () => setOpen('save') },
    ...(views.length > 0
      ? [{ key: 'view-manage', label: t('views.manage'), onSelect: () => setOpen('manage') }]
      : []),
  ];
  return (
    <>
      <Menu
        label={t('views.menu')}
        testId="views-menu"
        groups={[
          { key: 'own', label: t('views.own'), items: entries.length > 0 ? entries : [none] },
          { key: 'actions', items: actions },
        ]}
        trigger={viewsTrigger(shown?.name ?? t('views.menu'))}
      />
      <Suspense fallback={null}>
        {open === 'save' && (
          <SaveViewDialog state={state} create={commands.create} onClose={() => setOpen(null)} />
        )}
        {open === 'manage' && (
          <ManageViewsDialog views={views} commands={commands} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </>
  );
}

const viewsTrigger = (label: string) => (attributes: MenuTriggerAttributes) => (
  <Button variant="bare" icon={<Bookmark size={16} aria-hidden />} testId="views" {...attributes}>
    <bdi className="clip view-name">{label}</bdi>
  </Button>
);
