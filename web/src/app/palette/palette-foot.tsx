import { ScanBarcode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Kbd } from '@atelier/ui/controls/menu.tsx';
import { useMayFindWorkers } from './use-badge.tsx';

const HINTS = [
  ['↑ ↓', 'choose'],
  ['Enter', 'do'],
  ['Tab', 'group'],
  ['>', 'actions'],
  ['?', 'keys'],
] as const;

export function PaletteFoot() {
  const { t } = useTranslation('palette');
  const mayFindWorkers = useMayFindWorkers();
  return (
    <footer className="palette-foot row gap-16 small muted">
      {HINTS.map(([key, hint]) => (
        <span key={hint} className="middle gap-6 nowrap">
          <Kbd>{key}</Kbd> {t(`hint.${hint}`)}
        </span>
      ))}
      <span className="push middle gap-6">
        <ScanBarcode size={16} aria-hidden />{' '}
        <span className="clip">{t(mayFindWorkers ? 'hint.scanBadge' : 'hint.scan')}</span>
      </span>
    </footer>
  );
}
