import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RadioGroup } from '@atelier/ui/controls/choice.tsx';
import { useSession, useStaffFormat } from '../../lib/session/use-session.ts';
import { isScannedBy, type ScanLine } from './scan-lines.ts';

/** The unsaved scans that an action takes: the own ones, unless colleagues' are chosen too. Without own ones there is nothing to choose. */
export function useWhoseScans(unsaved: readonly ScanLine[], target: number) {
  const { name } = useSession().view.user;
  const own = unsaved.filter((line) => isScannedBy(line, name, target));
  const others = unsaved.filter((line) => !own.includes(line));
  const [isOwn, setOwn] = useState(own.length > 0);
  return { own, others, isOwn, setOwn, lines: isOwn ? own : unsaved };
}

export type WhoseLines = ReturnType<typeof useWhoseScans>;

const nameOf = ({ item }: ScanLine): string => item.last_scan?.by ?? '';

/** Nothing where every scan is one's own. */
export function WhoseScans({ whose: { own, others, isOwn, setOwn } }: { whose: WhoseLines }) {
  const { t } = useTranslation('repair');
  const { number, list } = useStaffFormat();
  if (others.length === 0) return null;
  const names = list([...new Set(others.map(nameOf))].filter(Boolean));
  if (own.length === 0) return <p data-testid="scans-of-others">{t('whose.onlyOthers', { names })}</p>;
  return (
    <RadioGroup
      label={t('whose.label')}
      value={isOwn ? 'own' : 'all'}
      onChange={(value) => setOwn(value === 'own')}
      options={[
        { value: 'own', label: t('whose.own', { number: number(own.length) }), testId: 'whose-own' },
        {
          value: 'all',
          label: t('whose.all', { number: number(own.length + others.length) }),
          note: t('whose.mixed', { own: number(own.length), others: number(others.length), names }),
          testId: 'whose-all',
        },
      ]}
    />
  );
}
