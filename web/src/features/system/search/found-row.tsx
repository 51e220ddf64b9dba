import { useTranslation } from 'react-i18next';
import { usePermission, useStaffFormat } from '../../../lib/session/use-session.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { markedParts, type FoundSetting } from './find-settings.ts';

interface FoundRowProps {
  readonly found: FoundSetting;
  readonly query: string;
  readonly onOpen: () => void;
}

/** A found setting: name, place, value in force, and the past value that was found. */
export function FoundRow({ found, query, onOpen }: FoundRowProps) {
  const { t } = useTranslation(['system', 'health']);
  const mayChange = usePermission('engine system config');
  const { setting, name, group, help, value } = found;
  return (
    <li className="found-row grid middle pad-10 line-above breaks" data-testid={`found-${setting.key}`}>
      <span className="stack gap-2">
        <span className="strong">
          <Marked text={name} query={query} />
        </span>
        <span className="small muted">
          {found.other === null ? (
            <Marked text={help} query={query} />
          ) : (
            <Other found={found} query={query} />
          )}
        </span>
      </span>
      <span className="small muted">{group}</span>
      <span className="strong num">
        <Marked text={value} query={query} />
      </span>
      <Button onClick={onOpen} testId={`open-${setting.key}`}>
        {t(mayChange ? 'system:change' : 'health:action.open')}
      </Button>
    </li>
  );
}

function Other({ found: { other }, query }: Pick<FoundRowProps, 'found' | 'query'>) {
  const { t } = useTranslation('settings');
  const { dateTime } = useStaffFormat();
  if (other === null) return null;
  const { kind, words, change } = other;
  const at = dateTime(change.effective_at);
  return <Marked text={t(kind, { value: words, at, name: change.author })} query={query} />;
}

/** A text with what the query found in it. */
export const Marked = ({ text, query }: { text: string; query: string }) => (
  <bdi>
    {markedParts(text, query).map((part, index) =>
      index % 2 === 1 ? <mark key={index}>{part}</mark> : <span key={index}>{part}</span>,
    )}
  </bdi>
);
