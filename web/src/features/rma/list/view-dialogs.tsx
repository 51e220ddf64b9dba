import { VIEW_LENGTH } from '@atelier/domain/rma/views/contract.ts';
import type { SavedView } from '@atelier/domain/rma/views/schema.ts';
import { Pencil, Star, Trash2 } from 'lucide-react';
import type { FormEvent } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/choice.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { ApiError } from '../../../lib/api/api-error.ts';
import type { ListState } from './list-state.ts';
import type { useViewCommands } from './use-views.ts';
import { viewFiltersOf } from './view-filters.ts';

type Commands = ReturnType<typeof useViewCommands>;

/** What is wrong with a name: nothing typed, or taken, as the server says. */
function useNameError(name: string, isTried: boolean, error: ApiError | null): string | undefined {
  const { t } = useTranslation('search');
  if (isTried && name.trim() === '') return t('views.nameRequired');
  return error?.code === 'view_name_taken' ? t('views.taken') : undefined;
}

interface SaveViewDialogProps {
  state: ListState;
  create: Commands['create'];
  onClose: () => void;
}

/** Gives the list's filters a name. */
export function SaveViewDialog({ state, create, onClose }: SaveViewDialogProps) {
  const { t } = useTranslation('search');
  const [name, setName] = useState('');
  const [isDefault, setDefault] = useState(false);
  const [isTried, setTried] = useState(false);
  const error = useNameError(name, isTried, create.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '') return;
    const view = { name: name.trim(), filters: viewFiltersOf(state), is_default: isDefault };
    create.mutate(view, { onSuccess: onClose });
  };
  return (
    <Dialog open onClose={onClose} title={t('views.title')} size={440} testId="save-view">
      <form className="stack" onSubmit={submit}>
        <TextField
          label={t('views.name')}
          required
          autoFocus
          value={name}
          maxLength={VIEW_LENGTH.name}
          onChange={(event) => {
            setName(event.target.value);
            create.reset();
          }}
          error={error}
          hint={state.q === '' ? undefined : t('views.searchLeft')}
          testId="view-name"
        />
        <Checkbox
          label={t('views.default')}
          checked={isDefault}
          onChange={setDefault}
          testId="view-default"
        />
        <div className="row">
          <Button variant="primary" type="submit" busy={create.isPending} testId="view-save-yes">
            {t('views.yes')}
          </Button>
        </div>
      </form>
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
      <span className="push row view-acts">
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
  const [name, setName] = useState(view.name);
  const error = useNameError(name, true, change.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === view.name) return onDone();
    if (name.trim() !== '') change.mutate({ id: view.id, name: name.trim() }, { onSuccess: onDone });
  };
  return (
    <form className="row rename-view" onSubmit={submit}>
      <TextField
        label={t('views.rename', { name: view.name })}
        hideLabel
        autoFocus
        value={name}
        maxLength={VIEW_LENGTH.name}
        onChange={(event) => setName(event.target.value)}
        error={error}
        testId="view-new-name"
      />
      <Button type="submit" busy={change.isPending} testId="view-rename-yes">
        {t('views.keep')}
      </Button>
    </form>
  );
}
