import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { LazyPrint } from '../../../shared/documents/lazy-print.tsx';
import { ButtonLink } from '../../../shared/item/button-link.tsx';
import type { CreatedRma } from './created-rma.ts';

/** It is created: its numbers, and what one does next. */
export function CreatedPanel({ created, onAgain }: { created: CreatedRma; onAgain: () => void }) {
  const { t } = useTranslation(['rma', 'deposit']);
  const [first] = created.items;
  return (
    <section className="panel" data-testid="created" data-reference={created.public_reference}>
      <EmptyState
        title={t('deposit:done.title', { number: created.number })}
        icon={<CircleCheck aria-hidden />}
        action={
          <>
            <ButtonLink
              isMain
              to={`/preparePackage?item=${created.items.map(({ id }) => id).join(',')}`}
              testId="created-pack"
            >
              {t('deposit:done.pack')}
            </ButtonLink>
            <LazyPrint subject={{ kind: 'receipt', rmaId: created.id, language: created.language }} />
            <LazyPrint subject={{ kind: 'items', itemIds: created.items.map(({ id }) => id) }} />
            <ButtonLink
              to={`/readRma?id=${created.id}${first === undefined ? '' : `&item=${first.id}`}`}
              testId="created-open"
            >
              {t('deposit:done.open')}
            </ButtonLink>
            <Button variant="quiet" onClick={onAgain} testId="created-again">
              {t('deposit:done.another')}
            </Button>
          </>
        }
      >
        <span>{t('deposit:done.body', { count: created.items.length })}</span>
        <span className="row wrap created-numbers">
          {created.items.map((item) => (
            <bdi key={item.id} className="strong num" data-testid="created-item">
              {item.number}
            </bdi>
          ))}
        </span>
      </EmptyState>
    </section>
  );
}
