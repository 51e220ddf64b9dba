import { PERSON_WORDS } from '@atelier/domain/privacy/contract.ts';
import { Search, UserSearch } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { ApiResponse } from '../../lib/api/client.ts';
import { useCommand } from '../../lib/api/use-command.ts';
import { useStaffFormat } from '../../lib/session/use-session.ts';
import { Form } from '../../shared/form/form.tsx';
import { FormText } from '../../shared/form/form-field.tsx';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { EmptyState } from '@atelier/ui/feedback/states.tsx';
import { PersonRow } from './person-row.tsx';
import type { PersonView } from './queries.ts';

/** Finds a person; what was typed goes in the body, and stays on this page alone: no address keeps it. */
export function FindPanel() {
  const { t } = useTranslation('privacy');
  const form = useForm({ defaultValues: { words: '' } });
  const find = useCommand((words: string) => ({ path: '/privacy/find', body: { words } }));
  const again = () => find.variables !== undefined && find.mutate(find.variables);
  const tooShort = (words: string) => (words.trim().length < PERSON_WORDS.least ? t('find.hint') : undefined);
  return (
    <Panel title={t('find.title')} testId="privacy-find">
      <div className="panel-body">
        <Form form={form} onSubmit={({ words }) => find.mutate(words.trim())}>
          <div className="privacy-find columns gap-12 at-start">
            <FormText
              form={form}
              name="words"
              label={t('find.label')}
              hint={t('find.hint')}
              check={tooShort}
              maxLength={PERSON_WORDS.most}
              type="search"
              testId="privacy-words"
            />
            <Button
              type="submit"
              variant="primary"
              icon={<Search size={16} aria-hidden />}
              busy={find.isPending}
              testId="privacy-find-go"
            >
              {t('find.go')}
            </Button>
          </div>
        </Form>
      </div>
      {find.data !== undefined && <Found found={find.data} onChange={again} />}
    </Panel>
  );
}

function Found({ found, onChange }: { found: ApiResponse<PersonView[]>; onChange: () => void }) {
  const { t } = useTranslation('privacy');
  return (
    <>
      <FoundPersons found={found} onChange={onChange} />
      {found.notYetShown === true && <p className="panel-foot small muted">{t('find.late')}</p>}
    </>
  );
}

function FoundPersons({ found, onChange }: { found: ApiResponse<PersonView[]>; onChange: () => void }) {
  const { t } = useTranslation('privacy');
  const { number } = useStaffFormat();
  if (found.data.length === 0)
    return (
      <EmptyState title={t('find.none')} icon={<UserSearch aria-hidden />}>
        {t('find.noneBody')}
      </EmptyState>
    );
  const more = (found.total ?? 0) - found.data.length;
  return (
    <>
      <ul className="list" aria-live="polite" data-testid="privacy-persons">
        {found.data.map((person) => (
          <PersonRow key={person.customer_ref} person={person} onChange={onChange} />
        ))}
      </ul>
      {more > 0 && <p className="panel-foot small muted">{t('find.more', { count: number(more) })}</p>}
    </>
  );
}
