import type { ItemFileView } from '@atelier/contracts/repair-detail/file-schema.ts';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { Status } from '@atelier/domain/shared/status.ts';
import { COUNTER_SCANNERS } from '@atelier/domain/shared/bench-permissions.ts';
import { DataList, type ListColumn } from '@atelier/ui/tables/data-list.tsx';
import { Button } from '@atelier/ui/controls/button.tsx';
import { lazyPart } from '@atelier/ui/chunks/lazy-part.ts';
import { Scale } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFromTo } from '../../shared/language/use-from-to.ts';
import { useSession, useStaffFormat } from '../../lib/session/use-session.ts';
import { useReading } from '../../shared/item/reading.ts';
import { IntervalSpans } from '../../shared/weights/interval-spans.tsx';
import { IntervalTag, useIntervalSentence, useSpanWords } from '../../shared/weights/interval-words.tsx';
import { useGrams } from '../../shared/weights/use-grams.ts';

const WeighDialog = lazyPart(() => import('../../shared/weights/weigh-dialog.tsx'), 'WeighDialog');

type Interval = ItemFileView['weights'][number];

interface WeightsPartProps {
  item: ItemView;
  file: ItemFileView | undefined;
}

/** The piece's weight from weighing to weighing, with what was added and taken off, and where it differs. */
export function WeightsPart({ item, file }: WeightsPartProps) {
  const { t } = useTranslation('gold');
  const mayWeigh = useMayWeigh(item);
  const [isWeighing, weigh] = useState(false);
  const columns = useColumns();
  const intervals = file?.weights ?? [];
  if (intervals.length === 0 && !mayWeigh) return null;
  return (
    <section className="part" data-testid="weights-part">
      <h3>{t('piece.title')}</h3>
      {intervals.length > 0 && (
        <DataList
          label={t('piece.title')}
          columns={columns}
          rows={intervals}
          rowKey={({ weighing }) => weighing}
          testId="weights-rows"
        />
      )}
      {intervals
        .filter(({ verdict }) => verdict === 'beyond')
        .map((interval) => (
          <Difference key={interval.weighing} interval={interval} />
        ))}
      {mayWeigh && (
        <Button icon={<Scale size={16} aria-hidden />} onClick={() => weigh(true)} testId="weigh">
          {t('piece.weigh')}
        </Button>
      )}
      {isWeighing && (
        <Suspense fallback={null}>
          <WeighDialog item={item} onClose={() => weigh(false)} />
        </Suspense>
      )}
    </section>
  );
}

/** A shop weighs what lies there, before it goes and after it came back; a bench does so on its screen. */
function useMayWeigh({ rma_status_id: status, custody }: ItemView): boolean {
  const { site, allPermission } = useSession().view;
  const isAtShop = status === Status.Created || status === Status.ShopReceived;
  const isHere = site !== null && custody.site_id === site.id;
  const isStaff = COUNTER_SCANNERS.some((permission) => allPermission.includes(permission));
  return useReading() === null && isAtShop && isHere && isStaff;
}

function Difference({ interval }: { interval: Interval }) {
  const { t } = useTranslation('terms');
  const { signed } = useGrams();
  const sentence = useIntervalSentence();
  return (
    <div className="stack gap-6 small" data-testid={`difference-${interval.weighing}`}>
      <p>
        <b className="num">
          <bdi>{t('grams', { value: signed(interval.difference_mg) })}</bdi>
        </b>{' '}
        <IntervalTag interval={interval} /> {sentence(interval)}
        {interval.note !== '' && <bdi> {interval.note}</bdi>}
      </p>
      <IntervalSpans interval={interval} />
    </div>
  );
}

function useColumns(): ListColumn<Interval>[] {
  const { t } = useTranslation('gold');
  const { dateTime } = useStaffFormat();
  const { grams, signed } = useGrams();
  const words = useSpanWords();
  const fromTo = useFromTo();
  return [
    {
      key: 'span',
      header: t('bench.bench'),
      cell: ({ spans, closed_at }) => (
        <span className="stack gap-0 items-start small">
          <span>{fromTo(spans.map(words))}</span>
          <bdi className="muted">{dateTime(closed_at)}</bdi>
        </span>
      ),
    },
    {
      key: 'in',
      header: t('in'),
      align: 'end',
      cell: ({ in_mg, added_mg }) => <bdi className="num">{grams(in_mg + added_mg)}</bdi>,
    },
    {
      key: 'out',
      header: t('out'),
      align: 'end',
      cell: ({ out_mg }) => <bdi className="num">{grams(out_mg)}</bdi>,
    },
    {
      key: 'off',
      header: `${t('scrap')} + ${t('loss')}`,
      align: 'end',
      cell: ({ scrap_mg, loss_mg }) => <bdi className="num">{grams(scrap_mg + loss_mg)}</bdi>,
    },
    {
      key: 'difference',
      header: t('bench.difference'),
      align: 'end',
      cell: ({ difference_mg, verdict }) => (
        <bdi className={verdict === 'beyond' ? 'num strong' : 'num'}>{signed(difference_mg)}</bdi>
      ),
    },
  ];
}
