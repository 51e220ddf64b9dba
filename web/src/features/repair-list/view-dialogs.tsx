import { VIEW_LENGTH } from '@atelier/domain/repair-list/views/contract.ts';
import type { SavedView } from '@atelier/contracts/repair-list/views/schema.ts';
import { Pencil, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '@atelier/ui/controls/button.tsx';
import { Dialog } from '@atelier/ui/windows/dialog.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import type { ApiError } from '../../lib/api/api-error.ts';
import { Form } from '../../shared/form/form.tsx';
import { FormCheckbox, FormText } from '../../shared/form/form-field.tsx';
import type { ListState } from './list-state.ts';
import type { useViewCommands } from './use-views.ts';
import { viewFiltersOf } from './view-filters.ts';

type Commands = ReturnType<typeof useViewCommands>;

interface Naming {
  name: string;
  isDefault: boolean;
}

/** A view's name as it is typed; one that is taken is said beside it, as the server finds it. */
function useNaming(name: string, mode?: 'onChange') {
  const { t } = useTranslation('search');
  const form = useForm<Naming>({ defaultValues: { name, isDefault: false }, mode });
  const onError = ({ code }: ApiError) =>
    code === 'view_name_taken' && form.setError('name', { message: t('views.taken') });
  const field = {
    form,
    name: 'name',
    autoFocus: true,
    required: t('views.nameRequired'),
    maxLength: VIEW_LENGTH.name,
  } as const;
  return { form, field, onError };
}

interface SaveViewDialogProps {
  state: ListState;
  create: Commands['create'];
  onClose: () => void;
}

/** Gives the list's filters a name. */
export function SaveViewDialog({ state, create, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation('search');
  const { form, field, onError } = useNaming('');
  const submit = ({ name, isDefault }: Naming) => {
    const view = { name: name.trim(), filters: viewFiltersOf(state), is_default: isDefault };
    create.mutate(view, { onSuccess: onClose, onError });
  };
  return (
    <Dialog open onClose={onClose} title={t('views.title')} size={440} testId="save-view">
      <Form form={form} gap={18} onSubmit={submit}>
        <FormText
          {...field}
          label={t('views.name')}
          hint={state.q === '' ? undefined : t('views.searchLeft')}
          testId="view-name"
        />
        <FormCheckbox form={form} name="isDefault" label={t('views.default')} testId="view-default" />
        <div className="row">
          <Button variant="primary" type="submit" busy={create.isPending} testId="view-save-yes">
            {t('views.yes')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface ManageViewsDialogProps {
  views: readonly SavedView[];
  commands: Commands;
  onClose: () => void;
}

/** Renames views, forgets them, and says which one the list opens with. */
export function ManageViewsDialog({ views, commands, onClose }: ManageViewsDialogProps) {
  const { t } = useTranslation('search');
  const [renaming, setRenaming] = useState<number | null>(null);
  return (
    <Dialog open onClose={onClose} title={t('views.manageTitle')} size={480} testId="manage-views">
      {views.length === 0 && <p className="muted">{t('views.none')}</p>}
      <ul className="view-list">
        {views.map((view) => (
          <li key={view.id} data-view={view.name}>
            {renaming === view.id ? (
              <RenameView view={view} change={commands.change} onDone={() => setRenaming(null)} />
            ) : (
              <ViewLine view={view} commands={commands} onRename={() => setRenaming(view.id)} />
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface ViewLineProps {
  view: SavedView;
  commands: Commands;
  onRename: () => void;
}

function ViewLine({ view, commands, onRename }: ViewLineProps) {
  const { t } = useTranslation('search');
  const { id, name, is_default: isDefault } = view;
  return (
    <>
      <bdi className="clip">{name}</bdi>
      {isDefault && <Tag>{t('views.isDefault')}</Tag>}
      <span className="push row gap-2">
        <IconButton
          icon={<Star size={16} fill={isDefault ? 'currentColor' : 'none'} aria-hidden />}
          label={t(isDefault ? 'views.noDefault' : 'views.makeDefault', { name })}
          aria-pressed={isDefault}
          onClick={() => commands.change.mutate({ id, is_default: !isDefault })}
          testId="view-star"
        />
        <IconButton
          icon={<Pencil size={16} aria-hidden />}
          label={t('views.rename', { name })}
          onClick={onRename}
          testId="view-rename"
        />
        <IconButton
          icon={<Trash2 size={16} aria-hidden />}
          label={t('views.delete', { name })}
          onClick={() => commands.forget.mutate(view)}
          testId="view-delete"
        />
      </span>
    </>
  );
}

interface RenameViewProps {
  view: SavedView;
  change: Commands['change'];
  onDone: () => void;
}

function RenameView({ view, change, onDone }: RenameViewProps) {
  const { t } = useTranslation('search');
  const { form, field, onError } = useNaming(view.name, 'onChange');
  const submit = form.handleSubmit(({ name: typed }) => {
    const name = typed.trim();
    if (name === view.name) return onDone();
    return change.mutate({ id: view.id, name }, { onSuccess: onDone, onError });
  });
  return (
    <form className="row rename-view grows at-start" noValidate onSubmit={(event) => void submit(event)}>
      <FormText {...field} label={t('views.rename', { name: view.name })} hideLabel testId="view-new-name" />
      <Button type="submit" busy={change.isPending} testId="view-rename-yes">
        {t('views.keep')}
      </Button>
    </form>
  );
}
