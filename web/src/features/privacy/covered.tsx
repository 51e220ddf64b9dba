import type { ErasureView } from '@atelier/contracts/privacy/schema.ts';
import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStaffFormat } from '../../lib/session/use-session.ts';

const PARTS = ['repairs', 'pieces', 'pictures', 'messages'] as const;

/** How much is held. */
export function Covered({ covered }: { covered: ErasureView['covered'] }) {
  const { t } = useTranslation('privacy');
  const { number } = useStaffFormat();
  return (
    <dl className="privacy-covered flex wrap small">
      {PARTS.map((part) => (
        <div className="flex gap-6" key={part}>
          <dt className="muted">{t(`held.${part}`)}</dt>
          <dd className="bold num">{number(covered[part])}</dd>
        </div>
      ))}
    </dl>
  );
}

interface AgainstProps {
  holds: number;
  openPieces: ErasureView['open_pieces'];
  /** Whether it is said that nothing is. */
  isSaid?: boolean;
}

/** What keeps an erasure waiting. */
export function Against({ holds, openPieces, isSaid = false }: AgainstProps) {
  const { t } = useTranslation('privacy');
  if (holds === 0 && openPieces.length === 0)
    return isSaid ? <span className="small muted">{t('against.free')}</span> : null;
  const numbers = openPieces.map(({ number }) => number).join(', ');
  return (
    <ul className="privacy-against stack gap-3 small" data-testid="against">
      {holds > 0 && <Line>{t('against.hold')}</Line>}
      {openPieces.length > 0 && <Line>{t('against.open', { numbers })}</Line>}
    </ul>
  );
}

const Line = ({ children }: { children: string }) => (
  <li>
    <CircleAlert size={15} aria-hidden />
    <span>{children}</span>
  </li>
);
