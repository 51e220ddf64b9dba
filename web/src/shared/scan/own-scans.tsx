import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSession, useStaffFormat } from '../../lib/session/use-session.ts';
import { scannedBy, type ScanLine } from './scan-lines.ts';

export interface OwnScansProps {
  lines: readonly ScanLine[];
  target: number;
  selectedId: number | null;
  onSelect: (id: number) => void;
}

const MOST_SHOWN = 6;

/** What this account scanned here last. The list puts what is left first, so that scans would sink out of sight. */
export function OwnScans({ lines, target, selectedId, onSelect }: OwnScansProps) {
  const { t } = useTranslation('repair');
  const { time } = useStaffFormat();
  const own = scannedBy(lines, useSession().view.user.name, target, MOST_SHOWN);
  if (own.length === 0) return null;
  return (
    <div className="own-scans stack gap-6 line-below" data-testid="own-scans">
      <h3 className="small muted">{t('scan.yours')}</h3>
      <ul className="row wrap">
        {own.map((line) => (
          <li key={line.item.id}>
            <button
              type="button"
              className="own-scan middle gap-6 rounded strong num"
              aria-pressed={line.item.id === selectedId}
              data-saved={line.isSaved || undefined}
              onClick={() => onSelect(line.item.id)}
            >
              <Check size={14} aria-hidden />
              <bdi>{line.item.number}</bdi>
              <span className="small">{time(line.item.last_scan?.at ?? '', true)}</span>
              {line.isSaved && <span className="sr-only">{t('scan.saved')}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
