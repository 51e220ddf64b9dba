import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { ChevronDown } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Skeleton } from '@atelier/ui/feedback/states.tsx';

const CustodyPart = lazyPart(() => import('../../shared/custody/custody-part.tsx'), 'CustodyPart');

/** Who held the piece, on request: neither its code nor its data is loaded before. */
export function CustodySection({ itemId }: { itemId: number }) {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <section className="part" data-testid="custody-part">
      <h3>
        <Button
          variant="quiet"
          onClick={() => setOpen((open) => !open)}
          iconAfter={<ChevronDown size={15} aria-hidden className={isOpen ? 'turned' : undefined} />}
          aria-expanded={isOpen}
          aria-controls={id}
          testId="custody-show"
        >
          {t('title.custody')}
        </Button>
      </h3>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<Skeleton rows={4} height={38} />}>
            <CustodyPart itemId={itemId} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
