import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { usePageHeader } from '../../lib/page/page-header.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { PackingPage } from './packing-page.tsx';

const Batch = lazyPart(() => import('./batch-page.tsx'), 'BatchPage');
const BATCHERS = 'view batch update rma (logistic ship out)';

/** `/operation/14/…`: repaired pieces go back to their shop or their client (13 → 14), one package or many at once. */
export function Screen() {
  const { t } = useTranslation(['status', 'sending']);
  usePageHeader({ title: t('status:name.14') });
  const { allPermission } = useSession().view;
  const [params, setParams] = useSearchParams();
  const mayBatch = allPermission.includes(BATCHERS);
  const isBatch = mayBatch && params.get('batch') === '1';
  const toggle = () => setParams(isBatch ? {} : { batch: '1' });
  return (
    <div className="stack">
      {mayBatch && (
        <div className="row">
          <Button variant="quiet" className="push" onClick={toggle} testId="batch-toggle">
            {t(isBatch ? 'sending:batch.close' : 'sending:batch.open')}
          </Button>
        </div>
      )}
      {isBatch ? (
        <Suspense fallback={<Skeleton rows={4} height={48} />}>
          <Batch />
        </Suspense>
      ) : (
        <PackingPage ways={['store', 'client']} />
      )}
    </div>
  );
}
