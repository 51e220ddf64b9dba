import { useTranslation } from 'react-i18next';
import type { ScanLine } from '../../../shared/scan/scan-lines.ts';

export interface LeftoverProps {
  left: readonly ScanLine[];
  /** Scanned, and saved by completing. */
  saved: number;
  closes: boolean;
  stage: number;
}

/** What completing does, said before it is done: what is saved, which pieces are flagged missing, whether it closes. */
export function Leftover({ left, saved, closes, stage }: LeftoverProps) {
  const { t } = useTranslation(['receiving', 'status']);
  return (
    <div className="stack leftover">
      {saved > 0 && (
        <p>{t('receiving:complete.saves', { count: saved, stage: t(`status:name.${stage}`) })}</p>
      )}
      {left.length > 0 && (
        <>
          <p className="strong">{t('receiving:complete.left', { count: left.length })}</p>
          <ul>
            {left.map(({ item }) => (
              <li key={item.id}>
                <bdi className="num strong">{item.number}</bdi> · <bdi>{item.product_name}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>{t(closes ? 'receiving:complete.closes' : 'receiving:complete.waits')}</p>
    </div>
  );
}
