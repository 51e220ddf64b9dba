import type { PackageView } from '@atelier/contracts/shipping/schema.ts';
import { CircleCheck, ListTodo } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { unresolvedCount, type Unresolved } from '../../shared/scan/unresolved.ts';
import { openReasons } from './why-not-send.ts';

interface CheckListProps {
  view: PackageView | null;
  unresolved: Unresolved;
  hasSignature: boolean;
}

/** Everything that stops the package, each with the way to it. */
export function CheckList({ view, unresolved, hasSignature }: CheckListProps) {
  const { t } = useTranslation(['shipping', 'refusals']);
  if (view === null || view.items.length === 0) return null;
  const reasons = openReasons({ view, hasSignature });
  if (reasons.length === 0) {
    // The list of unresolved scans says what is left.
    if (unresolvedCount(unresolved) > 0) return null;
    return (
      <p className="row tone-good strong" role="status" data-testid="check-ok">
        <CircleCheck size={18} aria-hidden /> {t('shipping:check.ok')}
      </p>
    );
  }
  return (
    <div className="check-list stack gap-6" role="status" data-testid="check-blocked">
      <p className="row strong">
        <ListTodo size={18} aria-hidden /> {t('shipping:check.blocked', { count: reasons.length })}
      </p>
      <ul>
        {reasons.map(({ code, item_id, number }) => (
          <li key={`${code}${item_id ?? ''}`} data-code={code}>
            {number !== null && <bdi className="strong num">{number}: </bdi>}
            {t(`refusals:${code}`, code)}
            {item_id !== null && (
              <a className="link small" href={`#content-${item_id}`}>
                {' '}
                {t('shipping:check.show')}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
