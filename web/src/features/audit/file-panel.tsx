import { useTranslation } from 'react-i18next';
import type { Files, ReplayEvent } from './queries.ts';
import { useFieldWords } from './use-field-words.ts';

/** The file of the event's record as it stood then; what the event changed is marked. */
export function FilePanel({ event, file }: { event: ReplayEvent; file: Files[string] }) {
  const { t } = useTranslation('replay');
  const { label, value } = useFieldWords();
  const changed = new Set(event.lines.map(({ field }) => field));
  const fields = Object.entries(file).filter(([, held]) => held !== null && !isEmpty(held));
  if (fields.length === 0) return <p className="muted">{t('noFile')}</p>;
  return (
    <dl className="replay-file" data-testid="replay-file">
      {fields.map(([field, held]) => (
        <div key={field} data-changed={changed.has(field) || undefined}>
          <dt className="small muted">{label(field)}</dt>
          <dd>
            <bdi>{value(field, held)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isEmpty = (held: Files[string][string]): boolean => Array.isArray(held) && held.length === 0;
