import { subjectKey } from '@atelier/domain/audit/replay-subject.ts';
import { useMutation } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { read } from '../../lib/api/client.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { TextField } from '@atelier/ui/controls/text-field.tsx';
import type { FoundSubject } from './queries.ts';

/** Narrows a list to the record that a number or name names; of several the reader chooses. */
export function SubjectSearch({ onChoose }: { onChoose: (subject: string) => void }) {
  const { t } = useTranslation('replay');
  const [words, setWords] = useState('');
  const search = useMutation({
    mutationFn: async (q: string) => (await read('/audit/subject', { q })).data,
    onSuccess: ([first, ...others]) => {
      if (first !== undefined && others.length === 0) onChoose(subjectKey(first));
    },
  });
  return (
    <div className="audit-search stack gap-6">
      <form
        className="replay-find"
        onSubmit={(event) => {
          event.preventDefault();
          if (words.trim() !== '') search.mutate(words.trim());
        }}
      >
        <TextField
          label={t('find')}
          value={words}
          maxLength={60}
          onChange={(event) => setWords(event.target.value)}
          testId="audit-search"
        />
        <Button type="submit" icon={<Search size={16} aria-hidden />} busy={search.isPending}>
          {t('search')}
        </Button>
      </form>
      <Found found={search.data ?? []} isEmpty={search.data?.length === 0} onChoose={onChoose} />
    </div>
  );
}

interface FoundProps {
  readonly found: readonly FoundSubject[];
  readonly isEmpty: boolean;
  readonly onChoose: (subject: string) => void;
}

function Found({ found, isEmpty, onChoose }: FoundProps) {
  const { t } = useTranslation('replay');
  return (
    <p className="row wrap small" aria-live="polite">
      {isEmpty && t('notFound')}
      {found.length > 1 &&
        found.map((subject) => (
          <Button key={subjectKey(subject)} variant="quiet" onClick={() => onChoose(subjectKey(subject))}>
            {`${t(`subject.${subject.kind}`)} ${subject.name}`}
          </Button>
        ))}
    </p>
  );
}
