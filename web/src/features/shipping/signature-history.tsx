import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { errorWords } from '../../lib/api/notice-error.ts';
import { packageSignaturesQuery } from './queries.ts';

/** Every version that was signed, the newest first: none is ever replaced (product/shipping.md §11). */
export function SignatureHistory({ tracking, version }: { tracking: string; version: number }) {
  const { t } = useTranslation('sending');
  const signatures = useQuery(packageSignaturesQuery(tracking, version));
  if (signatures.isPending) return <Skeleton rows={1} height={56} />;
  if (signatures.isError) return <p className="small muted">{errorWords(signatures.error).title}</p>;
  const rows = signatures.data.data;
  if (rows.length === 0) return null;
  return (
    <div className="sign-history stack gap-6" data-testid="signatures">
      <span className="small muted">{t('signs.title', { count: rows.length })}</span>
      <ul>
        {rows.map((row) => (
          <li key={row.version} data-testid={`signature-${row.version}`}>
            {row.image === null ? (
              <span className="small faint sign-none">
                {row.strokes.length === 0 ? t('signs.erased') : '✓'}
              </span>
            ) : (
              <img src={row.image} alt={row.signer_name} width={120} height={41} />
            )}
            <span className="small">
              {t('signs.version', { version: row.version })}
              {row.signer_name !== '' && (
                <>
                  {' · '}
                  <bdi>{row.signer_name}</bdi>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
