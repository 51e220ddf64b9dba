import { subjectKey } from '@atelier/domain/audit/replay-subject.ts';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Cluster } from '@atelier/ui/layout/cluster.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Tag } from '@atelier/ui/feedback/tag.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import { useSubjects } from './queries.ts';

interface SubjectFormProps {
  readonly onChoose: (subject: string) => void;
}

/** Finds what is to be replayed by its number or name. */
export function SubjectForm({ onChoose }: SubjectFormProps) {
  const { t } = useTranslation(['replay', 'audit']);
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState('');
  const found = useSubjects(asked);
  return (
    <>
      <p className="lead muted">{t('lead')}</p>
      <Panel title={t('audit:view.replay')} padded testId="replay-form">
        <form
          className="replay-find"
          onSubmit={(event) => {
            event.preventDefault();
            setAsked(words.trim());
          }}
        >
          <TextField
            label={t('find')}
            value={words}
            maxLength={60}
            onChange={(event) => setWords(event.target.value)}
            testId="replay-words"
          />
          <Button
            variant="primary"
            type="submit"
            icon={<Search size={16} aria-hidden />}
            busy={found.isFetching}
          >
            {t('search')}
          </Button>
          <Button onClick={() => onChoose('config')} testId="replay-config">
            {t('settings')}
          </Button>
        </form>
        <ul className="replay-found stack gap-10" aria-live="polite">
          {found.data?.data.map((subject) => (
            <li key={subjectKey(subject)}>
              <button
                type="button"
                aria-label={`${t(`subject.${subject.kind}`)} ${subject.name}`}
                className="audit-link"
                onClick={() => onChoose(subjectKey(subject))}
                data-testid={`replay-${subjectKey(subject)}`}
              >
                <Cluster gap={8}>
                  <Tag>{t(`subject.${subject.kind}`)}</Tag>
                  <bdi>{subject.name}</bdi>
                </Cluster>
              </button>
            </li>
          ))}
          {found.data?.data.length === 0 && <li>{t('notFound')}</li>}
          {found.isError && <li role="alert">{t('failed')}</li>}
        </ul>
      </Panel>
    </>
  );
}
