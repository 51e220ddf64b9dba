import { WEIGHT_EXPLAINERS } from '@atelier/domain/shared/bench-permissions.ts';
import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Button } from '@atelier/ui/controls/button.tsx';
import { Panel } from '@atelier/ui/layout/panel.tsx';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '../../../lib/session/use-session.ts';
import { past } from '../../../lib/time/past.ts';
import { IntervalSpans } from '../../../shared/weights/interval-spans.tsx';
import { IntervalTag, useIntervalSentence } from '../../../shared/weights/interval-words.tsx';
import { useGrams } from '../../../shared/weights/use-grams.ts';
import type { GoldInterval } from './gold-queries.ts';

const ExplainDialog = lazyPart(() => import('../../../shared/weights/explain-dialog.tsx'), 'ExplainDialog');

/** One difference: what went in and came out, the custody between the two weighings, and why. */
export function SpanPanel({ interval }: { interval: GoldInterval }) {
  const { t } = useTranslation(['gold', 'terms']);
  const [isExplaining, explain] = useState(false);
  const { allPermission } = useSession().view;
  const { signed } = useGrams();
  const sentence = useIntervalSentence();
  const { item_id: id, rma_id, number, weighing } = interval;
  const mayExplain = past === null && WEIGHT_EXPLAINERS.some((each) => allPermission.includes(each));
  return (
    <Panel
      className="gold-span"
      testId="gold-span"
      title={
        <bdi>
          {number} · {interval.product_name}
        </bdi>
      }
      aside={<bdi>{t('terms:grams', { value: signed(interval.difference_mg) })}</bdi>}
      action={
        <span className="row gap-8">
          <Link className="link" to={`/readRma?id=${rma_id}&item=${id}`} data-testid="span-open">
            {t('gold:openPiece')}
          </Link>
          {mayExplain && (
            <Button onClick={() => explain(true)} testId="span-explain">
              {t('gold:explain.open')}
            </Button>
          )}
        </span>
      }
      padded
    >
      <div className="stack gap-10">
        <p>
          {sentence(interval)} <IntervalTag interval={interval} />
        </p>
        <IntervalSpans interval={interval} />
      </div>
      {isExplaining && (
        <Suspense fallback={null}>
          <ExplainDialog
            piece={{ id, rma_id, number }}
            weighing={weighing}
            explanation={interval.explanation}
            onClose={() => explain(false)}
          />
        </Suspense>
      )}
    </Panel>
  );
}
