import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';
import { CreateSteps } from './create-steps.tsx';
import './create-form.css';

/** Most open the page for a new deposit: what editing needs comes when it is needed. */
const EditPanel = lazyPart(() => import('./edit-panel.tsx'), 'EditPanel');

/** `/createRma`: one deposit by one customer, one piece or several; `?edit=` one that is there (product/deposit.md §1, §10). */
export function Screen() {
  const [params] = useSearchParams();
  const edited = Number(params.get('edit'));
  return Number.isSafeInteger(edited) && edited > 0 ? (
    <Suspense fallback={<Skeleton rows={10} height={40} gap={18} />}>
      <EditPanel key={edited} rmaId={edited} />
    </Suspense>
  ) : (
    <CreateSteps />
  );
}
